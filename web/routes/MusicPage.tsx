import { getRouteApi, useRouteContext } from '@tanstack/react-router'
import { ListNotice, useListDelay } from '../features/connection/ListNotice'
import { MusicTracks } from '../features/music/MusicTracks'
import { ButtonLink } from '../ui/ButtonLink'
import { EmptyState } from '../ui/EmptyState'
import { Page } from '../ui/Page'
import ribbon from '../ui/Ribbon.module.css'

const route = getRouteApi('/Music')

export default function MusicPage() {
  const { tracks, count, size, hasShows } = route.useLoaderData()
  const { data } = useRouteContext({ from: '__root__' })
  const delay = useListDelay('music')
  return (
    <Page>
      {count === 0 ? (
        <>
          {heading}
          {!delay && <NoTracks hasShows={hasShows} />}
        </>
      ) : (
        <MusicTracks heading={heading} first={tracks} count={count} size={size} load={data.music} />
      )}
      <ListNotice list="music" />
    </Page>
  )
}

const heading = (
  <h1 className={ribbon.bend} tabIndex={-1}>
    Give us a listen!
  </h1>
)

const NoTracks = ({ hasShows }: { hasShows: boolean }) => (
  <EmptyState>
    <p>No recordings yet. Come and hear us live!</p>
    {hasShows ? (
      <ButtonLink to="/Shows">See the shows</ButtonLink>
    ) : (
      <ButtonLink to="/BookUs">Ask for a date</ButtonLink>
    )}
  </EmptyState>
)

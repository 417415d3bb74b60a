import { getRouteApi, Link, useRouteContext } from '@tanstack/react-router'
import { useCallback } from 'react'
import { LongTrackList } from '../features/music/LongTrackList'
import { OfflineTracksBar } from '../features/music/OfflineTracksBar'
import { TrackList } from '../features/music/TrackList'
import { buttonClass } from '../ui/Button'
import { EmptyState } from '../ui/EmptyState'
import { Page } from '../ui/Page'

const route = getRouteApi('/Music')

export default function MusicPage() {
  const { tracks, count, size, hasShows } = route.useLoaderData()
  const { data } = useRouteContext({ from: '__root__' })
  const load = useCallback(() => data.music(), [data])
  return (
    <Page title="Give us a listen!">
      <OfflineTracksBar count={count} size={size} load={load} />
      {count === 0 && <NoTracks hasShows={hasShows} />}
      {count > 0 && count === tracks.length && <TrackList tracks={tracks} />}
      {count > tracks.length && <LongTrackList first={tracks} count={count} load={load} />}
    </Page>
  )
}

const NoTracks = ({ hasShows }: { hasShows: boolean }) => (
  <EmptyState>
    <p>No recordings yet. Come and hear us live!</p>
    {hasShows ? (
      <Link to="/Shows" className={buttonClass()}>
        See the shows
      </Link>
    ) : (
      <Link to="/BookUs" className={buttonClass()}>
        Ask for a date
      </Link>
    )}
  </EmptyState>
)

import { getRouteApi } from '@tanstack/react-router'
import type { Track } from '../../api/contract/music'
import type { Song } from '../../api/contract/songs'
import { counted } from '../../api/shared/counted'
import { ListNotice, useListDelay } from '../features/connection/ListNotice'
import { PlayButton } from '../features/music/PlayButton'
import { SongList } from '../features/songs/SongList'
import { ButtonLink } from '../ui/ButtonLink'
import { EmptyState } from '../ui/EmptyState'
import { Page } from '../ui/Page'
import { filledRoundClass } from '../ui/round-button'
import { Announcer } from '../ui/VisuallyHidden'
import { useWishedSongs } from '../wishes/wished-songs.store'
import styles from './SongsPage.module.css'

const route = getRouteApi('/Songs')

export default function SongsPage() {
  const { songs, tracks } = route.useLoaderData()
  const delay = useListDelay('songs')
  // A song may have been deleted since it was ticked.
  const wished = useWishedSongs(
    ({ ids }) => songs.filter(({ _id }: Song) => ids.includes(_id)).length,
  )
  return (
    <Page title="What we play">
      {songs.length === 0 && !delay ? (
        <EmptyState>
          <p>There are no songs here yet. Hear us instead!</p>
          <ButtonLink to="/Music">Hear us</ButtonLink>
        </EmptyState>
      ) : (
        <>
          <p className={styles.hint} data-needs-scripts>
            Tick the songs that you would like to hear. They are sent with your enquiry.
          </p>
          <SongList
            songs={songs}
            renderPlay={({ trackId }) => {
              const track = tracks.find(({ _id }: Track) => _id === trackId)
              return (
                track && <PlayButton track={track} queue={[track]} className={filledRoundClass} />
              )
            }}
          />
        </>
      )}
      <ListNotice list="songs" />
      <Announcer text={wished > 0 ? `${counted(wished, 'song')} ticked` : ''} />
      {wished > 0 && (
        <p className={styles.foot}>
          <ButtonLink to="/BookUs">{`Play these for us (${wished})`}</ButtonLink>
        </p>
      )}
    </Page>
  )
}

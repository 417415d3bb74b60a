import { getRouteApi, Link } from '@tanstack/react-router'
import type { Track } from '../../api/contract/music'
import { ListNotice, useListDelay } from '../features/connection/ListNotice'
import { PlayButton } from '../features/music/PlayButton'
import { SongList } from '../features/songs/SongList'
import { buttonClass } from '../ui/Button'
import { EmptyState } from '../ui/EmptyState'
import { Page } from '../ui/Page'
import { useWishedSongs } from '../wishes/wished-songs.store'
import styles from './SongsPage.module.css'

const route = getRouteApi('/Songs')

export default function SongsPage() {
  const { songs, tracks } = route.useLoaderData()
  const delay = useListDelay('songs')
  const wished = useWishedSongs(({ ids }) => ids.length)
  return (
    <Page title="What we play">
      {songs.length === 0 && !delay ? (
        <EmptyState>
          <p>The list is not written down yet. Hear us instead!</p>
          <Link to="/Music" className={buttonClass()}>
            Hear us
          </Link>
        </EmptyState>
      ) : (
        <>
          <p className={styles.hint} data-needs-scripts>
            Tick what we should play for you, and it travels with your booking.
          </p>
          <SongList
            songs={songs}
            renderPlay={({ trackId }) => {
              const track = tracks.find(({ _id }: Track) => _id === trackId)
              return track && <PlayButton track={track} queue={[track]} className={styles.play} />
            }}
          />
        </>
      )}
      <ListNotice list="songs" />
      {wished > 0 && (
        <p className={styles.foot} role="status">
          <Link to="/BookUs" className={buttonClass()}>
            {`Play these for us (${wished})`}
          </Link>
        </p>
      )}
    </Page>
  )
}

import { getRouteApi, Link } from '@tanstack/react-router'
import { KeepAll } from '../features/music/KeepAll'
import { TrackList } from '../features/music/TrackList'
import { buttonClass } from '../ui/Button'
import styles from './Page.module.css'

const route = getRouteApi('/Music')

export default function MusicPage() {
  const tracks = route.useLoaderData()
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1}>Give us a listen!</h1>
      <KeepAll tracks={tracks} />
      {tracks.length > 0 ? <TrackList tracks={tracks} /> : <NoTracks />}
    </div>
  )
}

const NoTracks = () => (
  <div className={styles.none}>
    <p>No recordings yet. Come and hear us live!</p>
    <Link to="/Shows" className={buttonClass()}>
      See the shows
    </Link>
  </div>
)

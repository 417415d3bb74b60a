import type { Track } from '../../../api/contract/music'
import { TrackCard } from './TrackCard'
import styles from './TrackList.module.css'

export const TrackList = ({ tracks }: { tracks: readonly Track[] }) => (
  <ul className={styles.records}>
    {tracks.map((track) => (
      <TrackCard key={track._id} track={track} />
    ))}
  </ul>
)

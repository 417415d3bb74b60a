import { useEffect } from 'react'
import type { Track } from '../../../api/contract/music'
import { useOfflineTracks } from './offline-tracks.store'
import { TrackCard } from './TrackCard'
import styles from './TrackList.module.css'

export function TrackList({ tracks }: { tracks: readonly Track[] }) {
  const { watch } = useOfflineTracks.getState()
  useEffect(() => watch(), [watch])
  return (
    <ul className={styles.records}>
      {tracks.map((track) => (
        <TrackCard key={track._id} track={track} />
      ))}
    </ul>
  )
}

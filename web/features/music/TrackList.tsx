import { useEffect } from 'react'
import type { Track } from '../../../api/contract/music'
import { useKept } from './kept.store'
import { TrackCard } from './TrackCard'
import styles from './TrackList.module.css'

export function TrackList({ tracks }: { tracks: readonly Track[] }) {
  const { watch } = useKept.getState()
  useEffect(() => watch(), [watch])
  return (
    <ul className={styles.records}>
      {tracks.map((track) => (
        <TrackCard key={track._id} track={track} />
      ))}
    </ul>
  )
}

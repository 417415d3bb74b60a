import { useEffect } from 'react'
import type { Track } from '../../../api/contract/music'
import { useOfflineTracks } from './offline-tracks.store'
import { TrackCard } from './TrackCard'
import styles from './TrackList.module.css'

interface TrackListProps {
  tracks: readonly Track[]
  /** Whether the tracks are displayed as rows instead of record sleeves. */
  isCompact?: boolean
}

export function TrackList({ tracks, isCompact = false }: TrackListProps) {
  const { watch } = useOfflineTracks.getState()
  useEffect(() => watch(), [watch])
  return (
    <ul className={isCompact ? styles.rows : styles.records}>
      {tracks.map((track) => (
        <TrackCard key={track._id} track={track} queue={tracks} isCompact={isCompact} />
      ))}
    </ul>
  )
}

import { useEffect } from 'react'
import type { Track } from '../../../api/contract/music'
import { useConnection } from '../../offline/connection'
import { CardPlayer } from './CardPlayer'
import { Cover } from './Cover'
import { OfflineTrackControls } from './OfflineTrackControls'
import { useOfflineTracks } from './offline-tracks.store'
import { PlainAudio } from './PlainAudio'
import type { InQueue } from './PlayButton'
import { PressToPlay } from './PressToPlay'
import { useHasFailed, useIsCurrent, useIsPlaying } from './player.store'
import { SeekSlider } from './SeekSlider'
import styles from './TrackList.module.css'
import { TrackTime } from './TrackTime'
import { Vinyl } from './Vinyl'

interface TrackListProps {
  tracks: readonly Track[]
  /** Whether the tracks are displayed as rows instead of record sleeves. */
  isCompact: boolean
}

export function TrackList({ tracks, isCompact }: TrackListProps) {
  useEffect(() => useOfflineTracks.getState().watch(), [])
  return (
    <ul className={isCompact ? styles.rows : styles.records}>
      {tracks.map((track) => (
        <TrackCard key={track._id} track={track} queue={tracks} isCompact={isCompact} />
      ))}
    </ul>
  )
}

/** One track: sleeve, name and state. Without scripts, the browser's own audio controls are displayed. */
function TrackCard({ track, queue, isCompact }: InQueue & { isCompact: boolean }) {
  const isCurrent = useIsCurrent(track)
  const isPlaying = useIsPlaying(track)
  const hasFailed = useHasFailed(track)
  const isReachable = useConnection((connection) => connection.isReachable)
  // False until the offline tracks are loaded, so that the play button is not hidden too early.
  const isMissing = useOfflineTracks(
    ({ isLoaded, tracks }) => isLoaded && !tracks.has(track.mp3FilePath),
  )
  const isUnplayable = !isReachable && isMissing && !isPlaying
  const state = `${isCurrent ? styles.current : ''} ${isPlaying ? styles.playing : ''}`

  return (
    <li id={track._id} className={`${styles.track} ${state}`}>
      {!isUnplayable && <PressToPlay track={track} queue={queue} />}
      <div className={styles.sleeve}>
        <Vinyl isTurning={isPlaying} className={styles.vinyl} />
        <div className={styles.cover}>
          <Cover track={track} />
        </div>
        {isUnplayable ? (
          <p className={styles.beyond}>Not saved on this device</p>
        ) : (
          <CardPlayer track={track} queue={queue} isSmall={isCompact} />
        )}
      </div>
      <div className={styles.words}>
        <h2 className={styles.name}>{track.name}</h2>{' '}
        {isCompact && isCurrent ? (
          <SeekSlider track={track} className={styles.seek} />
        ) : (
          <p className={styles.by}>
            <span>{track.artist}</span> <span>{track.location}</span>
          </p>
        )}{' '}
        <PlainAudio track={track} />
      </div>
      <div className={styles.state}>
        {isCurrent && <strong>{isPlaying ? 'Playing' : 'Paused'}</strong>}{' '}
        <TrackTime track={track} />
        {hasFailed && !isUnplayable && (
          <p role="alert" className={styles.failure}>
            This track can’t be played right now.
          </p>
        )}
      </div>
      <OfflineTrackControls track={track} />
    </li>
  )
}

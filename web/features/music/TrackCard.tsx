import { Pause, Play } from 'lucide-react'
import type { Track } from '../../../api/contract/music'
import { useConnection } from '../../offline/connection'
import { AudioControls } from './AudioControls'
import { Cover } from './Cover'
import { OfflineTrackControls } from './OfflineTrackControls'
import { useOfflineTracks } from './offline-tracks.store'
import { playTime } from './play-time'
import styles from './TrackList.module.css'
import { useTrackAudio } from './use-track-audio'

/** One track: sleeve, name and audio controls. Without scripts, the browser's own audio controls are displayed. */
export function TrackCard({ track }: { track: Track }) {
  const { element, isCurrent, isPlaying, position, hasFailed, toggle, seek } = useTrackAudio(track)
  const isReachable = useConnection((connection) => connection.isReachable)
  // False until the offline tracks are loaded, so that the play button is not hidden too early.
  const isMissing = useOfflineTracks(
    ({ isLoaded, tracks }) => isLoaded && !tracks.has(track.mp3FilePath),
  )
  const isUnplayable = !isReachable && isMissing && !isPlaying

  return (
    <li className={isPlaying ? `${styles.track} ${styles.playing}` : styles.track}>
      <div className={styles.sleeve}>
        <div className={styles.vinyl} />
        <div className={styles.cover}>
          <Cover name={track.name} />
        </div>
        {isUnplayable ? (
          <p className={styles.beyond}>Not saved on this phone</p>
        ) : (
          <button
            type="button"
            className={styles.play}
            data-needs-scripts
            aria-label={`${isPlaying ? 'Pause' : 'Play'} ${track.name}`}
            onClick={toggle}
          >
            {isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
          </button>
        )}
      </div>
      <h2 className={styles.name}>{track.name}</h2>{' '}
      <p className={styles.by}>
        {track.artist} · {track.location}
      </p>{' '}
      <div className={styles.controls}>
        <div className={styles.native} data-plain-only>
          <audio {...element}>Your browser does not support the audio tag.</audio>
        </div>
        {isUnplayable ? (
          <span className={`${styles.time} ${styles.length}`}>{playTime(track.duration)}</span>
        ) : (
          <AudioControls
            trackName={track.name}
            position={position}
            duration={track.duration}
            isCurrent={isCurrent}
            onSeek={seek}
          />
        )}
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

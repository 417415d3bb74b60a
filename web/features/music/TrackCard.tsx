import type { Track } from '../../../api/contract/music'
import { useConnection } from '../../offline/connection'
import { Cover } from './Cover'
import { OfflineTrackControls } from './OfflineTrackControls'
import { useOfflineTracks } from './offline-tracks.store'
import { PlainAudio } from './PlainAudio'
import { PlayButton, useHasFailed, useIsPlaying } from './PlayButton'
import { playTime } from './play-time'
import { usePlayer } from './player.store'
import styles from './TrackList.module.css'

interface TrackCardProps {
  track: Track
  /** The list that contains the track; playback continues in its order. */
  queue: readonly Track[]
}

/** One track: sleeve, name and state. Without scripts, the browser's own audio controls are displayed. */
export function TrackCard({ track, queue }: TrackCardProps) {
  const isCurrent = usePlayer((player) => player.track?._id === track._id)
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
      <div className={styles.sleeve}>
        <div className={styles.vinyl} />
        <div className={styles.cover}>
          <Cover name={track.name} />
        </div>
        {isUnplayable ? (
          <p className={styles.beyond}>Not saved on this phone</p>
        ) : (
          <PlayButton track={track} queue={queue} className={styles.play} />
        )}
      </div>
      <div className={styles.words}>
        <h2 className={styles.name}>{track.name}</h2>{' '}
        <p className={styles.by}>
          {track.artist} · {track.location}
        </p>{' '}
        <PlainAudio track={track} />
      </div>
      <div className={styles.state}>
        {isCurrent ? <Progress duration={track.duration} /> : playTime(track.duration)}
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

function Progress({ duration }: { duration: number }) {
  const isPlaying = usePlayer((player) => player.isPlaying)
  const position = usePlayer((player) => player.position)
  return (
    <>
      <strong>{isPlaying ? 'Playing' : 'Paused'}</strong> {playTime(position)} of{' '}
      {playTime(duration)}
    </>
  )
}

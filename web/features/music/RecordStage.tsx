import type { Track } from '../../../api/contract/music'
import { useConnection } from '../../offline/connection'
import { Cover } from './Cover'
import { PlainAudio } from './PlainAudio'
import { PlayButton, useHasFailed, useIsPlaying } from './PlayButton'
import { playTime } from './play-time'
import styles from './RecordStage.module.css'

interface RecordStageProps {
  /** The record, and the tracks after it. */
  tracks: readonly Track[]
}

/** One large record with its disc half out, and the next tracks as a set list. */
export function RecordStage({ tracks }: RecordStageProps) {
  const [record, ...next] = tracks
  if (!record) return
  return (
    <div className={styles.stage}>
      <Record track={record} queue={tracks} />
      {next.length > 0 && (
        <ol className={styles.set}>
          {next.map((track) => (
            <li key={track._id} className={styles.entry}>
              <PlayButton track={track} queue={tracks} className={styles.small} />
              <Failure track={track} />
              <span className={styles.words}>
                <strong>{track.name}</strong> <span>{track.artist}</span>{' '}
              </span>
              <span className={styles.length}>{playTime(track.duration)} </span>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

function Record({ track, queue }: { track: Track; queue: readonly Track[] }) {
  const isPlaying = useIsPlaying(track)
  return (
    <div className={isPlaying ? `${styles.record} ${styles.playing}` : styles.record}>
      <div className={styles.sleeve}>
        <div className={styles.vinyl} />
        <div className={styles.cover}>
          <Cover name={track.name} />
        </div>
        <PlayButton track={track} queue={queue} className={styles.play} />
        <Failure track={track} />
      </div>
      <h3 className={styles.name}>{track.name}</h3>{' '}
      <p className={styles.by}>
        {track.artist} · {track.location} · {playTime(track.duration)}
      </p>
      <PlainAudio track={track} />
    </div>
  )
}

function Failure({ track }: { track: Track }) {
  const hasFailed = useHasFailed(track)
  const isReachable = useConnection((connection) => connection.isReachable)
  if (!hasFailed) return
  return (
    <p role="alert" className={styles.failure}>
      {isReachable
        ? 'This track can’t be played right now.'
        : 'This track is not saved on this phone.'}
    </p>
  )
}

import { Pause, Play } from 'lucide-react'
import type { Track } from '../../../api/contract/music'
import { useConnection } from '../../offline/connection'
import { Cover } from './Cover'
import { PlainAudio } from './PlainAudio'
import { playTime } from './play-time'
import { usePlayer } from './player.store'
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
      </div>
      <h3 className={styles.name}>{track.name}</h3>{' '}
      <p className={styles.by}>
        {track.artist} · {track.location} · {playTime(track.duration)}
      </p>
      <PlainAudio track={track} />
    </div>
  )
}

const useIsPlaying = ({ _id }: Track) =>
  usePlayer((player) => player.isPlaying && player.track?._id === _id)

interface PlayButtonProps {
  track: Track
  queue: readonly Track[]
  className: string | undefined
}

function PlayButton({ track, queue, className }: PlayButtonProps) {
  const isPlaying = useIsPlaying(track)
  const hasFailed = usePlayer((player) => player.hasFailed && player.track?._id === track._id)
  const isReachable = useConnection((connection) => connection.isReachable)
  const { toggle } = usePlayer.getState()
  return (
    <>
      <button
        type="button"
        className={className}
        data-needs-scripts
        aria-label={`${isPlaying ? 'Pause' : 'Play'} ${track.name}`}
        onClick={() => toggle(track, queue)}
      >
        {isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
      </button>
      {hasFailed && (
        <p role="alert" className={styles.failure}>
          {isReachable
            ? 'This track can’t be played right now.'
            : 'This track is not saved on this phone.'}
        </p>
      )}
    </>
  )
}

import type { Track } from '../../../api/contract/music'
import { useConnection } from '../../offline/connection'
import { roundClass } from '../../ui/round-button'
import { CardPlayer } from './CardPlayer'
import { Cover } from './Cover'
import { PlainAudio } from './PlainAudio'
import { type InQueue, PlayButton } from './PlayButton'
import { PressToPlay } from './PressToPlay'
import { useHasFailed, useIsCurrent, useIsPlaying } from './player.store'
import styles from './RecordStage.module.css'
import { SeekSlider } from './SeekSlider'
import { TrackTime } from './TrackTime'
import { Vinyl } from './Vinyl'

/** The first track as a large record with its disc half out, and the next ones as a set list. */
export function RecordStage({ tracks }: { tracks: readonly Track[] }) {
  const [record, ...next] = tracks
  if (!record) return
  return (
    <div className={styles.stage}>
      <Record track={record} queue={tracks} />
      {next.length > 0 && (
        <ol className={styles.set}>
          {next.map((track) => (
            <Entry key={track._id} track={track} queue={tracks} />
          ))}
        </ol>
      )}
    </div>
  )
}

/** A track of the set list, which plays wherever it is pressed; the current one has a slider in the place of its artist. */
function Entry({ track, queue }: InQueue) {
  const isCurrent = useIsCurrent(track)
  return (
    <li className={styles.entry}>
      <PressToPlay track={track} queue={queue} />
      <PlayButton track={track} queue={queue} className={`${roundClass} ${styles.small}`} />
      <Failure track={track} />
      <div className={styles.words}>
        <strong>{track.name}</strong>{' '}
        {isCurrent ? (
          <SeekSlider track={track} className={styles.seek} />
        ) : (
          <span>{track.artist}</span>
        )}{' '}
      </div>
      <span className={styles.length}>
        <TrackTime track={track} />{' '}
      </span>
    </li>
  )
}

function Record({ track, queue }: InQueue) {
  const isPlaying = useIsPlaying(track)
  return (
    <div>
      <div className={styles.sleeve} data-no-print>
        <PressToPlay track={track} queue={queue} />
        <Vinyl isTurning={isPlaying} className={styles.vinyl} />
        <div className={styles.cover}>
          <Cover track={track} />
        </div>
        <CardPlayer track={track} queue={queue} />
      </div>
      <Failure track={track} />
      <h3 className={styles.name}>{track.name}</h3>{' '}
      <p className={styles.by}>
        {track.artist} · {track.location} · <TrackTime track={track} />
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
        : 'This track is not saved on this device.'}
    </p>
  )
}

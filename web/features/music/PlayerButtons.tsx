import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import SkipBack from 'lucide-react/icons/skip-back'
import SkipForward from 'lucide-react/icons/skip-forward'
import { useConnection } from '../../offline/connection'
import { roundClass } from '../../ui/round-button'
import { useOfflineTracks } from './offline-tracks.store'
import styles from './PlayerButtons.module.css'
import { nextIn } from './play-queue'
import { usePlayer } from './player.store'

/** Previous, play or pause, and next. */
export function PlayerButtons() {
  const isPlaying = usePlayer((player) => player.isPlaying)
  // `isPlayable` depends on both: without network, only the tracks on this device can follow.
  useConnection(({ isReachable }) => isReachable)
  useOfflineTracks(({ tracks }) => tracks)
  const hasNext = usePlayer(
    ({ track, queue, isPlayable }) => track && nextIn(queue, track, isPlayable) !== undefined,
  )
  const { toggle, next, previous } = usePlayer.getState()
  return (
    <div className={styles.buttons}>
      <button type="button" className={roundClass} aria-label="Previous track" onClick={previous}>
        <SkipBack aria-hidden />
      </button>
      <button
        type="button"
        className={`${roundClass} ${styles.main}`}
        aria-label={isPlaying ? 'Pause' : 'Play'}
        onClick={() => toggle()}
      >
        {isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
      </button>
      <button
        type="button"
        className={roundClass}
        aria-label="Next track"
        aria-disabled={!hasNext}
        onClick={next}
      >
        <SkipForward aria-hidden />
      </button>
    </div>
  )
}

import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import SkipBack from 'lucide-react/icons/skip-back'
import SkipForward from 'lucide-react/icons/skip-forward'
import { roundClass } from '../../ui/round-button'
import styles from './PlayerButtons.module.css'
import { nextIn } from './play-queue'
import { usePlayer } from './player.store'
import { useIsPlayable } from './use-is-playable'

/** Previous, play or pause, and next. */
export function PlayerButtons() {
  const isPlaying = usePlayer((player) => player.isPlaying)
  const isPlayable = useIsPlayable()
  const hasNext = usePlayer(
    ({ track, queue }) => track && nextIn(queue, track, isPlayable) !== undefined,
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

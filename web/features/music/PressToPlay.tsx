import type { InQueue } from './PlayButton'
import styles from './PressToPlay.module.css'
import { usePlayer } from './player.store'

/** A transparent button over its positioned ancestor: a press anywhere there, except on a control, starts or pauses the track.
 * Keyboards and screen readers use the play button. */
export const PressToPlay = ({ track, queue }: InQueue) => (
  <button
    type="button"
    className={styles.whole}
    tabIndex={-1}
    aria-hidden
    data-needs-scripts
    onClick={() => usePlayer.getState().toggle(track, queue)}
  />
)

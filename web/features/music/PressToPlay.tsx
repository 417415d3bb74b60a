import type { InQueue } from './PlayButton'
import styles from './PressToPlay.module.css'
import { usePlayer } from './player.store'

/** Covers its positioned ancestor, and plays the track when it is pressed, also on its siblings. Keyboards and screen readers use
 * the play button. */
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

import styles from './CardPlayer.module.css'
import { type InQueue, PlayButton } from './PlayButton'
import { useIsCurrent } from './player.store'
import { SeekSlider } from './SeekSlider'

interface CardPlayerProps extends InQueue {
  /** Whether there is no room for the slider. */
  isSmall?: boolean
}

/** The player on a track's sleeve: play and pause, and a slider for the position if the track is the current one. It lies
 * over the sleeve, so that nothing moves when the slider appears. */
export function CardPlayer({ track, queue, isSmall = false }: CardPlayerProps) {
  const hasSlider = useIsCurrent(track) && !isSmall
  const size = isSmall ? styles.small : hasSlider ? styles.current : ''
  return (
    <div className={`${styles.player} ${size}`}>
      <PlayButton track={track} queue={queue} className={styles.play} />
      {hasSlider && <SeekSlider track={track} className={styles.seek} />}
    </div>
  )
}

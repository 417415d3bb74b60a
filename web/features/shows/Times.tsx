import type { Show } from '../../../api/contract/shows'
import { timesOf } from '../../../api/shared/show-dates'
import styles from './Times.module.css'

/** When the doors open and when the show starts. A line is broken between the two, not within a time. */
export function Times({ show, className }: { show: Show; className?: string | undefined }) {
  const times = timesOf(show)
  if (!times) return
  return (
    <span className={className}>
      {times.split(/(?<=,) /).map((time) => (
        <span key={time} className={styles.time}>
          {time}{' '}
        </span>
      ))}
    </span>
  )
}

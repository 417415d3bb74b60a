import type { Show } from '../../../api/contract/shows'
import { statusText } from '../../../api/shared/show-status'
import styles from './Stamp.module.css'

/** The status of a show as a rubber stamp; nothing for a show as planned. */
export function Stamp({ show }: { show: Pick<Show, 'status' | 'formerDate'> }) {
  const text = statusText(show)
  return text && <span className={styles.stamp}>{text} </span>
}

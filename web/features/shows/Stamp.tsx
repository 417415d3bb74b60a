import { statusText } from '../../../api/contract/show-status'
import type { Show } from '../../../api/contract/shows'
import styles from './Stamp.module.css'

/** The status of a show as a rubber stamp; nothing for a show as planned. */
export function Stamp({ show }: { show: Pick<Show, 'status' | 'formerDate'> }) {
  const text = statusText(show)
  return text && <span className={styles.stamp}>{text} </span>
}

import type { Show } from '../../../api/contract/shows'
import { stampText, statusText } from '../../../api/shared/show-status'
import styles from './Stamp.module.css'

interface StampProps {
  show: Pick<Show, 'status' | 'formerDate'>
  /** Whether to use the short text. */
  isShort?: boolean
}

/** The status of a show as a rubber stamp; nothing for a show as planned. */
export function Stamp({ show, isShort = false }: StampProps) {
  const text = isShort ? stampText(show) : statusText(show)
  return text && <span className={styles.stamp}>{text} </span>
}

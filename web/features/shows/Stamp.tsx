import { shortDate } from '../../../api/contract/show-dates'
import type { Show } from '../../../api/contract/shows'
import styles from './Stamp.module.css'

/** The status of a show as a rubber stamp; nothing for a show as planned. */
export function Stamp({ show }: { show: Pick<Show, 'status' | 'formerDate'> }) {
  const text = stampText(show)
  return text && <span className={styles.stamp}>{text} </span>
}

/** The text of the stamp; undefined for a show as planned. */
export function stampText({ status, formerDate }: Pick<Show, 'status' | 'formerDate'>) {
  if (status === 'cancelled') return 'Cancelled'
  if (status === 'soldout') return 'Sold out'
  if (status === 'postponed')
    return formerDate ? `Postponed from ${shortDate(formerDate)}` : 'Postponed'
  return undefined
}

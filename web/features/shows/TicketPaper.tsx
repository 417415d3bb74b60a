import type { ReactNode } from 'react'
import type { Show } from '../../../api/contract/shows'
import { monthOf, weekdayOf } from '../../../api/shared/show-dates'
import styles from './TicketPaper.module.css'

interface TicketPaperProps {
  show: Pick<Show, 'slug' | 'date'>
  /** Whether the show is over, or won't take place. */
  isPunched?: boolean
  /** Of the whole paper, a grid of the stub and the rest. */
  className: string | undefined
  /** Of the rest. */
  restClass: string | undefined
  children: ReactNode
}

/** The paper of a ticket: its stub with the day, which is not for screen readers, and the rest with the children. */
export const TicketPaper = (props: TicketPaperProps) => {
  const { date, slug } = props.show
  return (
    <div
      className={`${props.className} ${styles.paper} ${props.isPunched ? styles.punched : ''}`}
      data-ticket={slug}
    >
      <div className={styles.stub} aria-hidden="true">
        <span>{weekdayOf(date).slice(0, 3)}</span>
        <span className={styles.day}>{Number(date.slice(8))}</span>
        <span>{monthOf(date).slice(0, 3)}</span>
      </div>
      <div className={`${props.restClass} ${styles.rest}`}>{props.children}</div>
    </div>
  )
}

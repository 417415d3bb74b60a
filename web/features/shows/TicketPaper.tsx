import type { ReactNode } from 'react'
import type { Show } from '../../../api/contract/shows'
import { stubOf } from '../../../api/shared/show-dates'
import styles from './TicketPaper.module.css'

interface TicketPaperProps {
  show: Pick<Show, 'slug' | 'date'>
  /** Whether the show is over, or won't take place. */
  isPunched?: boolean
  /** The class of the whole paper, which is a grid of the stub and the rest. */
  className: string | undefined
  /** The class of the rest. */
  restClass: string | undefined
  children: ReactNode
}

/** The paper of a ticket: a stub with the day, hidden from screen readers, and the rest, which contains the children. */
export const TicketPaper = (props: TicketPaperProps) => {
  const { weekday, day, month } = stubOf(props.show.date)
  return (
    <div
      className={`${props.className} ${styles.paper} ${props.isPunched ? styles.punched : ''}`}
      data-ticket={props.show.slug}
    >
      <div className={styles.stub} aria-hidden="true">
        <span>{weekday}</span>
        <span className={styles.day}>{day}</span>
        <span>{month}</span>
      </div>
      <div className={`${props.restClass} ${styles.rest}`}>{props.children}</div>
    </div>
  )
}

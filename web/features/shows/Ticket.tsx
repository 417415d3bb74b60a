import { CalendarPlus } from 'lucide-react'
import type { Show } from '../../../api/contract/shows'
import { VisuallyHidden } from '../../ui/VisuallyHidden'
import { longDate } from './show-dates'
import styles from './Ticket.module.css'

type Kind = 'next' | 'coming' | 'past'

function Ticket({ show, kind }: { show: Show; kind: Kind }) {
  return (
    <li id={show._id} className={`${styles.ticket} ${styles[kind] ?? ''}`}>
      <div className={styles.paper}>
        <div className={`${styles.part} ${styles.date}`}>
          <time dateTime={show.date}>{longDate(show.date)}</time>
        </div>{' '}
        <div className={`${styles.part} ${styles.venue}`}>{show.venue}</div>{' '}
        <div className={`${styles.part} ${styles.city}`}>
          {show.city} {kind !== 'past' && <ToCalendar show={show} />}{' '}
          {kind === 'next' && <span className={styles.stamp}>Next</span>}
          {kind === 'past' && (
            <span className={styles.punch}>
              <VisuallyHidden>(past)</VisuallyHidden>
            </span>
          )}
        </div>
      </div>{' '}
    </li>
  )
}

const ToCalendar = ({ show: { _id, date, venue } }: { show: Show }) => (
  <a
    className={styles.calendar}
    href={`/shows/${_id}/calendar.ics`}
    aria-label={`Add to your calendar: ${venue}, ${longDate(date)}`}
    download
  >
    <CalendarPlus aria-hidden size={20} />
  </a>
)

interface TicketsProps {
  shows: readonly Show[]
  kind: 'coming' | 'past'
}

/** A list of shows as tickets; the first upcoming one is marked as next. */
export function Tickets({ shows, kind }: TicketsProps) {
  const kindAt = (index: number): Kind => (kind === 'coming' && index === 0 ? 'next' : kind)
  return (
    <ul className={styles.tickets}>
      {shows.map((show, index) => (
        <Ticket key={show._id} show={show} kind={kindAt(index)} />
      ))}
    </ul>
  )
}

import { Link } from '@tanstack/react-router'
import CalendarPlus from 'lucide-react/icons/calendar-plus'
import type { Show } from '../../../api/contract/shows'
import { takesPlace } from '../../../api/shared/commitments'
import { longDate, weekdayOf } from '../../../api/shared/show-dates'
import { VisuallyHidden } from '../../ui/VisuallyHidden'
import { calendarPath } from './calendar-path'
import { Stamp } from './Stamp'
import { nearness } from './show-dates'
import { byMonth } from './show-groups'
import styles from './Ticket.module.css'
import { TicketPaper } from './TicketPaper'
import { Times } from './Times'

type Kind = 'next' | 'coming' | 'others' | 'past'

interface TicketProps {
  show: Show
  kind: Kind
  /** YYYY-MM-DD. */
  today: string
}

function Ticket({ show, kind, today }: TicketProps) {
  const { date, venue, city } = show
  const isCancelled = show.status === 'cancelled'
  const isOn = kind !== 'past' && takesPlace(show)
  const near = isOn && !show.status && nearness(date, today)
  return (
    <li
      id={show._id}
      className={`${styles.ticket} ${styles[kind] ?? ''} ${isCancelled ? styles.cancelled : ''}`}
    >
      <TicketPaper
        show={show}
        isPunched={kind === 'past' || isCancelled}
        className={styles.paper}
        restClass={styles.rest}
      >
        <div className={styles.date}>
          <VisuallyHidden>{weekdayOf(date)} </VisuallyHidden>
          <time dateTime={date}>{longDate(date)}</time>{' '}
          <Times show={show} className={styles.times} />
        </div>{' '}
        <div className={styles.venue}>
          <Link
            to="/Shows/$slug"
            params={{ slug: show.slug }}
            // In a list of links, two shows at one place differ.
            aria-label={`${longDate(date)}, ${venue}`}
          >
            {venue}
          </Link>
        </div>{' '}
        <div className={styles.city}>{city}</div>{' '}
        <div className={styles.end}>
          {show.status && (
            <span className={styles.status}>
              <Stamp show={show} isShort />
            </span>
          )}
          {kind === 'next' && !show.status && <span className={styles.stamp}>Next</span>}{' '}
          {near && <span className={styles.nearness}>{near} </span>}{' '}
          {isOn && show.status !== 'soldout' && <TicketLink show={show} />}{' '}
          {isOn && <ToCalendar show={show} />}
          {kind === 'past' && (
            <span className={styles.punch}>
              <VisuallyHidden>(past)</VisuallyHidden>
            </span>
          )}
        </div>
      </TicketPaper>{' '}
    </li>
  )
}

const TicketLink = ({ show: { date, venue, ticketUrl } }: { show: Show }) =>
  ticketUrl && (
    <a
      className={styles.sale}
      href={ticketUrl}
      target="_blank"
      rel="noreferrer"
      aria-label={`Tickets for ${longDate(date)}, ${venue}`}
    >
      Tickets
    </a>
  )

const ToCalendar = ({ show }: { show: Show }) => (
  <a
    className={styles.calendar}
    href={calendarPath(show)}
    aria-label={`Add to your calendar: ${longDate(show.date)}, ${show.venue}`}
  >
    <CalendarPlus aria-hidden size="1.25em" />
  </a>
)

interface TicketsProps {
  shows: readonly Show[]
  /** The first of the `coming` shows that takes place is marked as next; `others` have no mark. */
  kind: 'coming' | 'others' | 'past'
  /** YYYY-MM-DD. */
  today: string
}

/** Shows as tickets; a long list is divided into months. */
export function Tickets({ shows, kind, today }: TicketsProps) {
  const nextId = kind === 'coming' ? shows.find(takesPlace)?._id : undefined
  const listOf = (listed: readonly Show[]) => (
    <ul className={styles.tickets}>
      {listed.map((show) => (
        <Ticket
          key={show._id}
          show={show}
          kind={show._id === nextId ? 'next' : kind}
          today={today}
        />
      ))}
    </ul>
  )
  const months = byMonth(shows)
  if (!months) return listOf(shows)
  const Heading = kind === 'past' ? 'h3' : 'h2'
  return months.map(([month, ofMonth]) => (
    <div key={month} className={styles.month}>
      <Heading className={styles.monthName}>{month}</Heading> {listOf(ofMonth)}
    </div>
  ))
}

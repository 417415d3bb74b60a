import type { Show } from '../../../api/contract/shows'
import { VisuallyHidden } from '../../ui/VisuallyHidden'
import { longDate } from './show-dates'
import styles from './Ticket.module.css'

type Kind = 'next' | 'coming' | 'past'

function Ticket({ show, kind }: { show: Show; kind: Kind }) {
  return (
    <li className={`${styles.ticket} ${styles[kind] ?? ''}`}>
      <div className={styles.paper}>
        <div className={`${styles.part} ${styles.date}`}>
          <time dateTime={show.date}>{longDate(show.date)}</time>
        </div>
        <div className={`${styles.part} ${styles.venue}`}>{show.venue}</div>
        <div className={`${styles.part} ${styles.city}`}>
          {show.city}
          {kind === 'next' && <span className={styles.stamp}>Next</span>}
          {kind === 'past' && (
            <span className={styles.punch}>
              <VisuallyHidden>(past)</VisuallyHidden>
            </span>
          )}
        </div>
      </div>
    </li>
  )
}

interface TicketsProps {
  shows: readonly Show[]
  kind: 'coming' | 'past'
}

/** Shows as torn tickets; the first of the coming ones is the next. */
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

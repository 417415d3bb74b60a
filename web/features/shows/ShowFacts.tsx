import { Link } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import Accessibility from 'lucide-react/icons/accessibility'
import CalendarPlus from 'lucide-react/icons/calendar-plus'
import Clock from 'lucide-react/icons/clock'
import MapPin from 'lucide-react/icons/map-pin'
import Ticket from 'lucide-react/icons/ticket'
import Users from 'lucide-react/icons/users'
import type { ReactNode } from 'react'
import type { Show } from '../../../api/contract/shows'
import { takesPlace } from '../../../api/shared/commitments'
import { longDate, timesOf, weekdayOf } from '../../../api/shared/show-dates'
import { addressOf } from '../../../api/shared/show-place'
import type { Frame } from '../../band/frame'
import { buttonClass } from '../../ui/Button'
import { Picture } from '../../ui/Picture'
import { ShareButton } from '../../ui/ShareButton'
import { VisuallyHidden } from '../../ui/VisuallyHidden'
import { calendarPath } from './calendar-path'
import { Directions, type DirectionsProps } from './Directions'
import styles from './ShowFacts.module.css'
import { Stamp } from './Stamp'
import { nearness } from './show-dates'
import { TicketPaper } from './TicketPaper'
import { Times } from './Times'

interface ShowFactsProps {
  show: Show
  band: DirectionsProps['band'] & Pick<Frame, 'name'>
  /** Absolute URL of the show's page. */
  url: string
  /** YYYY-MM-DD. */
  today: string
  /** Further controls beside the buttons. */
  children?: ReactNode
}

/** One show with all its facts, as a large ticket. */
export function ShowFacts({ show, band, url, today, children }: ShowFactsProps) {
  const { date, venue, city, address, ageLimit, note, poster } = show
  const isPast = date < today
  const isOn = !isPast && show.status !== 'cancelled'
  const hasTickets =
    isOn && takesPlace(show) && show.ticketUrl !== undefined && show.status !== 'soldout'
  return (
    <article className={poster ? `${styles.show} ${styles.withPoster}` : styles.show}>
      <TicketPaper
        show={show}
        isPunched={!isOn}
        className={
          show.status === 'cancelled' ? `${styles.ticket} ${styles.cancelled}` : styles.ticket
        }
        restClass={isOn ? styles.body : `${styles.body} ${styles.over}`}
      >
        <div className={styles.head}>
          <p className={styles.when}>
            <span>
              {weekdayOf(date)}, <time dateTime={date}>{longDate(date)}</time>
            </span>{' '}
            {isOn && takesPlace(show) && <Nearness date={date} today={today} />}
          </p>{' '}
          <h1 tabIndex={-1}>{venue}</h1> <p className={styles.city}>{city}</p> <Stamp show={show} />
          {isPast && takesPlace(show) && <p className={styles.past}>You should have been there.</p>}
        </div>{' '}
        <ul className={styles.facts}>
          <Fact icon={Clock} name="Time">
            {timesOf(show) && <Times show={show} />}
          </Fact>
          <Fact icon={MapPin} name="Address">
            {address && addressOf(show)}
          </Fact>
          <Fact icon={Accessibility} name="Access">
            {show.isStepFree && 'Step-free access'}
          </Fact>
          <Fact icon={Users} name="Ages">
            {ageLimit === 0 ? 'All ages' : ageLimit && `Ages ${ageLimit}+`}
          </Fact>
          {/* Always on paper, on screens only without a button for tickets. */}
          <Fact icon={Ticket} name="Tickets" isPrintOnly={hasTickets}>
            {isOn && show.status !== 'soldout' && show.ticketLabel}
          </Fact>
        </ul>
        {note && <p className={styles.note}>{note}</p>}
        <Actions show={show} band={band} url={url} isOn={isOn} hasTickets={hasTickets}>
          {children}
        </Actions>
      </TicketPaper>
      {poster && (
        <Picture
          picture={poster}
          className={styles.poster}
          sizes="(min-width: 60rem) 24rem, 92vw"
        />
      )}
      <p className={styles.back} data-no-print>
        <Link to="/Shows" activeOptions={{ exact: true }}>
          All shows
        </Link>
      </p>
    </article>
  )
}

interface ActionsProps extends Omit<ShowFactsProps, 'today'> {
  /** Whether the show is still to come, and takes place. */
  isOn: boolean
  /** Whether tickets are sold online. */
  hasTickets: boolean
}

function Actions({ show, band, url, isOn, hasTickets, children }: ActionsProps) {
  const { date, venue, city } = show
  return (
    <div className={styles.actions} data-no-print>
      {hasTickets && (
        <a className={buttonClass()} href={show.ticketUrl} target="_blank" rel="noreferrer">
          <Ticket aria-hidden size="1.1em" />
          {['Get tickets', show.ticketLabel].filter(Boolean).join('\u00a0·\u00a0')}
        </a>
      )}{' '}
      {isOn && takesPlace(show) && (
        <a className={buttonClass(hasTickets ? 'quiet' : undefined)} href={calendarPath(show)}>
          <CalendarPlus aria-hidden size="1.1em" />
          Add to calendar
        </a>
      )}{' '}
      {isOn && <Directions show={show} band={band} />}{' '}
      <ShareButton
        title={`${band.name} at ${venue}`}
        text={`${band.name} at ${venue}, ${city}: ${weekdayOf(date)}, ${longDate(date)}`}
        url={() => url}
      />
      {children}
    </div>
  )
}

function Nearness({ date, today }: { date: string; today: string }) {
  const text = nearness(date, today)
  return text && <span className={styles.nearness}>{text}</span>
}

interface FactProps {
  icon: LucideIcon
  /** For screen readers. */
  name: string
  isPrintOnly?: boolean
  /** Nothing for a fact that the show does not have. */
  children: ReactNode
}

const Fact = ({ icon: Icon, name, isPrintOnly, children }: FactProps) =>
  children && (
    <li className={isPrintOnly ? `${styles.fact} ${styles.printOnly}` : styles.fact}>
      <Icon aria-hidden />
      <span>
        <VisuallyHidden>{name}: </VisuallyHidden>
        {children}
      </span>{' '}
    </li>
  )

import { getRouteApi, Link } from '@tanstack/react-router'
import type { Show } from '../../api/contract/shows'
import { takesPlace } from '../../api/shared/commitments'
import { clockTime, shortDate } from '../../api/shared/show-dates'
import { useBand } from '../band/use-band'
import { ListNotice, useListDelay } from '../features/connection/ListNotice'
import { Hero } from '../features/home/Hero'
import { Welcome } from '../features/home/Welcome'
import { RecordStage } from '../features/music/RecordStage'
import { Tickets } from '../features/shows/Ticket'
import { useToday } from '../features/shows/use-today'
import { ButtonLink, QuietLink } from '../ui/ButtonLink'
import ribbon from '../ui/Ribbon.module.css'
import styles from './HomePage.module.css'

const route = getRouteApi('/')

export default function HomePage() {
  const page = route.useLoaderData()
  const { tracks } = page
  const band = useBand()
  const today = useToday(band.timeZone, page.today)
  const upcoming = page.coming.filter(({ date }: Show) => date >= today)
  const [next, ...later] = upcoming.filter(takesPlace)
  // Cancelled shows are on the page of the shows, and here only if there are no others.
  const coming = (next ? [next, ...later] : upcoming).slice(0, 3)
  const showsDelay = useListDelay('shows')
  const tracksDelay = useListDelay('music')
  return (
    <>
      <Hero
        band={band}
        actions={
          <>
            {next ? (
              <NextShow show={next} today={today} />
            ) : (
              <ButtonLink to="/BookUs">Ask for a date</ButtonLink>
            )}
            {tracks.length > 0 && <QuietLink to="/Music">Hear us</QuietLink>}
          </>
        }
      />
      <div className={styles.block}>
        <Welcome band={band} />
      </div>
      {(coming.length > 0 || showsDelay) && (
        <section className={styles.block} aria-labelledby="next-shows">
          <h2 id="next-shows" className={ribbon.bend}>
            Come see Us!
          </h2>{' '}
          {coming.length > 0 && <Tickets shows={coming} kind="coming" today={today} />}
          <ListNotice list="shows" />
          <Link to="/Shows" className={styles.more}>
            All shows
          </Link>
        </section>
      )}
      {(tracks.length > 0 || tracksDelay) && (
        <section className={styles.block} aria-labelledby="one-record">
          <h2 id="one-record" className={ribbon.bend}>
            Give us a listen!
          </h2>{' '}
          <RecordStage tracks={tracks} />
          <ListNotice list="music" />
          <Link to="/Music" className={styles.more}>
            All tracks
          </Link>
        </section>
      )}
      <section className={styles.block} aria-labelledby="booking" data-no-print>
        <div className={styles.paper}>
          <h2 id="booking">Want to book us?</h2>{' '}
          {band.bookingInvitation && <p>{band.bookingInvitation}</p>}{' '}
          <ButtonLink to="/BookUs">Ask for your night</ButtonLink>
        </div>
      </section>
    </>
  )
}

/** A link to all shows that names the date of the next one; on that date a link to that show, with its time. */
const NextShow = ({ show: { date, startsAt, slug }, today }: { show: Show; today: string }) =>
  date === today ? (
    <ButtonLink to="/Shows/$slug" params={{ slug }}>
      {['Tonight', startsAt && clockTime(startsAt)].filter(Boolean).join(', ')}
    </ButtonLink>
  ) : (
    <ButtonLink to="/Shows">{`Next show: ${shortDate(date)}`}</ButtonLink>
  )

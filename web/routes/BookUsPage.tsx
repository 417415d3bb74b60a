import { getRouteApi, Link } from '@tanstack/react-router'
import { useBand } from '../band/use-band'
import { BookingFacts } from '../features/booking/BookingFacts'
import { BookingForm } from '../features/booking/BookingForm'
import { Page } from '../ui/Page'
import ribbon from '../ui/Ribbon.module.css'
import styles from './BookUsPage.module.css'

const route = getRouteApi('/BookUs')

export default function BookUsPage() {
  const { bookingInvitation, booking } = useBand()
  const { posted, today, songs } = route.useLoaderData()
  return (
    <Page>
      <div className={styles.page}>
        <div className={styles.booking}>
          <div>
            <h1 className={ribbon.bend} tabIndex={-1}>
              Want to book us?
            </h1>
            {bookingInvitation && <p>{bookingInvitation}</p>}
          </div>
          <BookingForm posted={posted} today={today} songs={songs} />
          <div>
            {booking && <BookingFacts {...booking} />}
            <p className={styles.more}>
              <Link to="/Press">For organisers and press</Link>{' '}
              <Link to="/Songs">What we play</Link>
            </p>
          </div>
        </div>
      </div>
    </Page>
  )
}

import { getRouteApi } from '@tanstack/react-router'
import { useBand } from '../band/use-band'
import { BookingFacts } from '../features/booking/BookingFacts'
import { BookingForm } from '../features/booking/BookingForm'
import { Page } from '../ui/Page'
import styles from './BookUsPage.module.css'

const route = getRouteApi('/BookUs')

export default function BookUsPage() {
  const { bookingInvitation, booking } = useBand()
  const posted = route.useLoaderData()
  return (
    <Page>
      <div className={styles.booking}>
        <div>
          <h1 tabIndex={-1}>Want to book us?</h1>
          {bookingInvitation && <p>{bookingInvitation}</p>}
          {booking && <BookingFacts {...booking} />}
        </div>
        <BookingForm posted={posted} />
      </div>
    </Page>
  )
}

import { band } from '../content/band'
import { BookingForm } from '../features/booking/BookingForm'
import styles from './Page.module.css'

export default function BookUsPage() {
  return (
    <div className={`${styles.page} ${styles.booking}`}>
      <div>
        <h1 tabIndex={-1}>Want to book us?</h1>
        <p>{band.bookingInvitation}</p>
      </div>
      <BookingForm />
    </div>
  )
}

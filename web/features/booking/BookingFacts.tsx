import Check from 'lucide-react/icons/check'
import Mail from 'lucide-react/icons/mail'
import MapPin from 'lucide-react/icons/map-pin'
import Phone from 'lucide-react/icons/phone'
import Timer from 'lucide-react/icons/timer'
import type { Frame } from '../../band/frame'
import styles from './BookingFacts.module.css'

/** Information for organisers: what is included, the travel area, the response time, and contact details. */
export function BookingFacts(facts: NonNullable<Frame['booking']>) {
  const { includes = [], travel, answer, phone, email } = facts
  return (
    <>
      {includes.length > 0 && (
        <ul className={styles.includes}>
          {includes.map((text) => (
            <li key={text}>
              <Check aria-hidden /> {text}{' '}
            </li>
          ))}
        </ul>
      )}
      <ul className={styles.facts}>
        {travel && (
          <li>
            <MapPin aria-hidden /> {travel}{' '}
          </li>
        )}
        {answer && (
          <li>
            <Timer aria-hidden /> {answer}{' '}
          </li>
        )}
        {phone && (
          <li>
            <Phone aria-hidden />{' '}
            <a className={styles.contact} href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
              {phone}
            </a>{' '}
          </li>
        )}
        {email && (
          <li>
            <Mail aria-hidden />{' '}
            <a className={styles.contact} href={`mailto:${email}`}>
              {email}
            </a>{' '}
          </li>
        )}
      </ul>
    </>
  )
}

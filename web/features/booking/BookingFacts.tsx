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
  const link = (href: string, text: string) => (
    <a className={styles.contact} href={href}>
      {text}
    </a>
  )
  const rows = [
    [MapPin, travel],
    [Timer, answer],
    [Phone, phone && link(`tel:${phone.replace(/[^+\d]/g, '')}`, phone)],
    [Mail, email && link(`mailto:${email}`, email)],
  ] as const
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
        {rows.map(
          ([Icon, content], index) =>
            content && (
              <li key={String(index)}>
                <Icon aria-hidden /> {content}{' '}
              </li>
            ),
        )}
      </ul>
    </>
  )
}

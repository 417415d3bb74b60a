import { Link } from '@tanstack/react-router'
import { counted } from '../../../../api/shared/counted'
import { owedFor } from '../../../../api/shared/owed'
import { longDate } from '../../../../api/shared/show-dates'
import { showHash } from '../../../../api/shared/show-hash'
import { pages } from '../../../../api/shared/site-map'
import { QuietButton } from '../../../ui/Button'
import { Section } from '../panel/Panel'
import type { Commitments } from '../records/nights'
import styles from './OwedSection.module.css'

interface OwedSectionProps {
  shows: Commitments['shows']
  /** The current day, as YYYY-MM-DD. */
  today: string
  onExport: () => void
}

const amountOf = (cents: number) =>
  (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })

/** The unpaid fees and their sum, and how much of it is for shows that are still to come. */
export function OwedSection({ shows, today, onExport }: OwedSectionProps) {
  const owed = shows
    .map((show) => ({ show, cents: owedFor(show) }))
    .filter(({ cents }) => cents > 0)
  if (owed.length === 0) return null
  const sumOf = (some: typeof owed) => some.reduce((sum, { cents }) => sum + cents, 0)
  const coming = owed.filter(({ show }) => show.date >= today)
  return (
    <Section id="owed" title="Unpaid fees">
      <p>
        <b>{amountOf(sumOf(owed))}</b> for {counted(owed.length, 'show')}
        {coming.length > 0 &&
          `, ${amountOf(sumOf(coming))} of it for ${counted(coming.length, 'show')} to come`}
      </p>
      <ul className={styles.owed}>
        {owed.map(({ show, cents }) => (
          <li key={show._id}>
            <Link to={pages.admin.path} hash={showHash(show._id)}>
              {longDate(show.date)} at {show.venue}
            </Link>{' '}
            <b>{amountOf(cents)}</b>
          </li>
        ))}
      </ul>
      <QuietButton onClick={onExport}>Export unpaid fees as CSV</QuietButton>
    </Section>
  )
}

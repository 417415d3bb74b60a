import { Link } from '@tanstack/react-router'
import { adminPaths } from '../../../../api/shared/admin-map'
import { counted } from '../../../../api/shared/counted'
import { owedFor } from '../../../../api/shared/owed'
import { longDate } from '../../../../api/shared/show-dates'
import { showHash } from '../../../../api/shared/show-hash'
import { Button } from '../../../ui/Button'
import { Section } from '../panel/Panel'
import type { Commitments } from '../records/nights'
import styles from './OwedSection.module.css'

interface OwedSectionProps {
  shows: Commitments['shows']
  onExport: () => void
}

const amount = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 })

/** The unpaid fees and their sum, those of future shows included. */
export function OwedSection({ shows, onExport }: OwedSectionProps) {
  const owed = shows
    .map((show) => ({ show, cents: owedFor(show) }))
    .filter(({ cents }) => cents > 0)
  if (owed.length === 0) return null
  const sum = owed.reduce((before, { cents }) => before + cents, 0)
  return (
    <Section id="owed" title="Unpaid fees">
      <p>
        <b>{amount.format(sum / 100)}</b> for {counted(owed.length, 'show')}
      </p>
      <ul className={styles.owed}>
        {owed.map(({ show, cents }) => (
          <li key={show._id}>
            <Link to={adminPaths.shows} hash={showHash(show._id)}>
              {longDate(show.date)} at {show.venue}
            </Link>{' '}
            <b>{amount.format(cents / 100)}</b>
          </li>
        ))}
      </ul>
      <Button variant="quiet" onClick={onExport}>
        Export unpaid fees as CSV
      </Button>
    </Section>
  )
}

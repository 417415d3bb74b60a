import { counted } from '../../../../api/shared/counted'
import { owedFor } from '../../../../api/shared/owed'
import { Button } from '../../../ui/Button'
import { Section } from '../panel/Panel'
import type { Commitments } from '../records/nights'

interface OwedSectionProps {
  shows: Commitments['shows']
  onExport: () => void
}

const amount = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 })

/** The sum of the unpaid fees, those of future shows included. */
export function OwedSection({ shows, onExport }: OwedSectionProps) {
  const owed = shows.map(owedFor).filter((cents) => cents > 0)
  if (owed.length === 0) return null
  const sum = owed.reduce((one, other) => one + other, 0) / 100
  return (
    <Section id="owed" title="Unpaid fees">
      <p>
        <b>{amount.format(sum)}</b> for {counted(owed.length, 'show')}
      </p>
      <Button variant="quiet" onClick={onExport}>
        Export unpaid fees as CSV
      </Button>
    </Section>
  )
}

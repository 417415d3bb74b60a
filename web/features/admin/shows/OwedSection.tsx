import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { counted } from '../../../../api/shared/counted'
import { owedFor } from '../../../../api/shared/owed'
import { longDate } from '../../../../api/shared/show-dates'
import { showHash } from '../../../../api/shared/show-hash'
import { pages } from '../../../../api/shared/site-map'
import { QuietButton } from '../../../ui/Button'
import { DescribedList } from '../panel/DescribedList'
import { RecordNotice } from '../panel/FormFoot'
import { Section } from '../panel/Panel'
import { saveExport } from '../panel/save-export'
import { RecordConflictDialog } from '../records/ConflictDialog'
import { draftOf, type ListedShow } from '../records/drafts.store'
import type { Commitments } from '../records/nights'
import { rowsOfShows } from './show-change'
import { useShowChanges } from './use-show-record'

interface OwedSectionProps {
  shows: Commitments['shows']
  /** The current day, as YYYY-MM-DD. */
  today: string
}

const amountOf = (cents: number) =>
  (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })

/** The unpaid fees and their sum, and how much of it is for shows that are still to come. A fee is marked as paid by one press. */
export function OwedSection({ shows, today }: OwedSectionProps) {
  const { isBusy, save, change, conflict, message, clearMessages } = useShowChanges()
  const owed = shows.filter((show) => owedFor(show) > 0)
  /** The shows that are being marked: a second press would send the change again. */
  const marking = useRef(new Set<string>())
  async function markPaid(show: ListedShow) {
    if (marking.current.has(show._id)) return
    marking.current.add(show._id)
    await change({ ...draftOf.show(show), isPaid: 'true' }, 'Paid')
    marking.current.delete(show._id)
  }
  return (
    <>
      {owed.length > 0 && (
        <Section id="owed" title="Unpaid fees">
          <p>{summaryOf(owed, today)}</p>
          <DescribedList
            items={owed}
            textOf={(show) => (
              <>
                <Link to={pages.admin.path} hash={showHash(show._id)}>
                  {`${longDate(show.date)} at ${show.venue}`}
                </Link>
                : <b>{amountOf(owedFor(show))}</b>
              </>
            )}
            actionsOf={(show) => [['Mark paid', () => void markPaid(show)]]}
            isBusy={isBusy}
          />
          <QuietButton onClick={() => void save('Exporting failed.', () => saveExport('owed.csv'))}>
            Export unpaid fees as CSV
          </QuietButton>
        </Section>
      )}
      <RecordNotice message={message} onClose={clearMessages} />
      <RecordConflictDialog noun="show" conflict={conflict} rowsOf={rowsOfShows} />
    </>
  )
}

/** The sum, as '1,200.00 for 2 shows, 700.00 of it for 1 show to come'. */
function summaryOf(owed: Commitments['shows'], today: string): string {
  const total = (some: typeof owed) => amountOf(some.reduce((sum, show) => sum + owedFor(show), 0))
  const coming = owed.filter(({ date }) => date >= today)
  const all = `${total(owed)} for ${counted(owed.length, 'show')}`
  if (coming.length === owed.length) return `${all} to come`
  if (coming.length === 0) return all
  return `${all}, ${total(coming)} of it for ${counted(coming.length, 'show')} to come`
}

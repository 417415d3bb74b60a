import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { counted } from '../../../../api/shared/counted'
import { owedFor } from '../../../../api/shared/owed'
import { longDate } from '../../../../api/shared/show-dates'
import { showHash } from '../../../../api/shared/show-hash'
import { pages } from '../../../../api/shared/site-map'
import { QuietButton } from '../../../ui/Button'
import { exportList } from '../panel/export-list'
import { RecordNotice } from '../panel/FormFoot'
import { Section } from '../panel/Panel'
import { ConflictDialog } from '../records/ConflictDialog'
import { draftOf, type ListedShow } from '../records/drafts.store'
import type { Commitments } from '../records/nights'
import styles from './OwedSection.module.css'
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
  const { save, change, conflict, message, clearMessages } = useShowChanges()
  const owed = shows
    .map((show) => ({ show, cents: owedFor(show) }))
    .filter(({ cents }) => cents > 0)
  /** The versions of the shows that were marked and are still listed: a second press would send the change again, based on an
   * outdated version. */
  const marked = useRef(new Set<string>())
  useEffect(() => {
    // A show whose change was taken back offline is listed in the same version again.
    const listed = new Set(owed.map(({ show }) => versionOf(show)))
    for (const version of marked.current) if (!listed.has(version)) marked.current.delete(version)
  })
  useEffect(() => {
    // The person has decided about a conflict, perhaps against the mark.
    if (!conflict) marked.current.clear()
  }, [conflict])
  async function markPaid(show: ListedShow) {
    if (marked.current.has(versionOf(show))) return
    marked.current.add(versionOf(show))
    const isDone = await change({ ...draftOf.show(show), isPaid: 'true' }, 'Paid')
    if (!isDone) marked.current.delete(versionOf(show))
  }
  return (
    <>
      {owed.length > 0 && (
        <Section id="owed" title="Unpaid fees">
          <p>{summaryOf(owed, today)}</p>
          <ul className={styles.owed}>
            {owed.map(({ show, cents }) => (
              <li key={show._id}>
                <Link id={`owed-${show._id}`} to={pages.admin.path} hash={showHash(show._id)}>
                  {longDate(show.date)} at {show.venue}
                </Link>
                <b>{amountOf(cents)}</b>
                <QuietButton
                  aria-describedby={`owed-${show._id}`}
                  onClick={() => void markPaid(show)}
                >
                  Mark paid
                </QuietButton>
              </li>
            ))}
          </ul>
          <QuietButton onClick={() => void save('Exporting failed.', () => exportList('owed'))}>
            Export unpaid fees as CSV
          </QuietButton>
        </Section>
      )}
      <RecordNotice message={message} onClose={clearMessages} />
      {conflict && (
        <ConflictDialog
          noun="show"
          rows={conflict.current && rowsOfShows(conflict.mine, conflict.current)}
          conflict={conflict}
        />
      )}
    </>
  )
}

const versionOf = ({ _id, version }: ListedShow) => `${_id} ${version}`

type Owed = readonly { show: ListedShow; cents: number }[]

/** The sum, as '1,200.00 for 2 shows, 700.00 of it for 1 show to come'. */
function summaryOf(owed: Owed, today: string): string {
  const total = (some: Owed) => `${amountOf(some.reduce((sum, { cents }) => sum + cents, 0))}`
  const coming = owed.filter(({ show }) => show.date >= today)
  const all = `${total(owed)} for ${counted(owed.length, 'show')}`
  if (coming.length === owed.length) return `${all} to come`
  if (coming.length === 0) return all
  return `${all}, ${total(coming)} of it for ${counted(coming.length, 'show')} to come`
}

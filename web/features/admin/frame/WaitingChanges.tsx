import { useEffect, useState } from 'react'
import type { EnquiryChange } from '../../../../api/contract/enquiries'
import type { Poster } from '../../../../api/contract/shows'
import { counted } from '../../../../api/shared/counted'
import { canBeAdded, mergedChange } from '../../../offline/change-edits'
import { type ChangeEntry, type ChangeKind, unsentByRecord } from '../../../offline/change-rules'
import type { Winner } from '../../../offline/record-merge'
import { QuietButton } from '../../../ui/Button'
import { ConfirmDialog } from '../../../ui/ConfirmDialog'
import {
  discardChanges,
  keepSendingChanges,
  resolveConflict,
  retryChanges,
  useChanges,
} from '../changes/changes.store'
import { statusLabels } from '../enquiries/enquiry-text'
import { Actions } from '../panel/Panel'
import type { ChangeMessage } from '../panel/use-saving'
import { ConflictDialog, type ConflictRow } from '../records/ConflictDialog'
import { isChanged, useDrafts } from '../records/drafts.store'
import { waitingChangesId, waitingNotice } from '../records/record-change'
import {
  conflictRows,
  type FieldDescriptions,
  posterRow,
  showFields,
  songFields,
  textsOfSong,
} from '../records/record-fields'
import { type SetList, setListRows } from '../sets/set-list'
import layout from './AdminLayout.module.css'
import { useReadAgain } from './use-read-again'
import styles from './WaitingChanges.module.css'

interface WaitingChangesProps {
  /** Reads the page's data again, and resolves to whether the site has responded with all lists. */
  readAgain: () => Promise<boolean>
  /** Reads the names of songs and tracks, by their ids. */
  readNames: () => Promise<Names>
  /** Called when the last of the changes that have waited was sent. */
  onAllSent: () => void
  /** Called with the result of a conflict about which the person has decided. */
  onDecided: (message: ChangeMessage) => void
}

type Names = ReadonlyMap<string, string>

const sentMeanwhile: ChangeMessage = {
  kind: 'problem',
  text: 'This change was sent meanwhile, so it can’t be discarded any more. Change it again in its form.',
}

/** The changes that the server does not have yet: those that wait for signal, those that it has refused, and those of records
 * that were changed elsewhere, one for each record. */
export function WaitingChanges(props: WaitingChangesProps) {
  const { readAgain, onAllSent, readNames, onDecided } = props
  const { entries, isDiscardedTooLate } = useChanges()
  const [compared, setCompared] = useState<ChangeEntry & { names: Names }>()
  /** The key of the first change of the record whose changes are to be discarded. */
  const [toDiscard, setToDiscard] = useState<string>()
  useEffect(keepSendingChanges, [])
  useReadAgain(readAgain, onAllSent)
  useEffect(() => {
    if (!isDiscardedTooLate) return
    useChanges.setState({ isDiscardedTooLate: false })
    onDecided(sentMeanwhile)
  }, [isDiscardedTooLate, onDecided])
  const records = unsentByRecord(entries)
  if (records.length === 0) return <div role="status" />
  const discarded = records.find(([one]) => one?.key === toDiscard) ?? []
  return (
    <details
      className={`${layout.notice} ${styles.waiting}`}
      id={waitingChangesId}
      data-is-stuck={records.some(isStuck)}
      // Only while it is closed does it stay in view of a page that is scrolled.
      onToggle={({ currentTarget }) => currentTarget.open && currentTarget.scrollIntoView()}
    >
      <summary>
        <span role="status">{summaryOf(records)}</span>
      </summary>
      <ul>
        {records.map((own) => {
          const [first, latest] = [own[0], own.at(-1)]
          if (!first || !latest) return null
          const stuck = own.find(({ state }) => state !== 'waiting')
          const merged = (winner: Winner) => mergedChange(own, winner)?.change
          const button = (label: string, press: () => unknown) => (
            <QuietButton aria-describedby={`change-${first.key}`} onClick={() => void press()}>
              {label}
            </QuietButton>
          )
          return (
            <li key={first.key}>
              <p id={`change-${first.key}`}>
                {(stuck ?? latest).label}
                {stuck && <span className={styles.problem}> {problemOf(stuck)}</span>}
              </p>
              <Actions>
                {stuck?.state === 'conflict' &&
                  (stuck.current || canBeAdded(stuck)) &&
                  button('Compare', () =>
                    compare({
                      ...stuck,
                      ...(merged('mine') ?? latest),
                      // The dialog asks only about fields that both have changed.
                      current: merged('theirs')?.preview as ChangeEntry['current'],
                      label: latest.label,
                    }),
                  )}
                {stuck?.state === 'conflict' &&
                  !stuck.current &&
                  button('Try again', () => retryChanges(stuck))}
                {button('Discard', () => setToDiscard(first.key))}
              </Actions>
            </li>
          )
        })}
      </ul>
      <DiscardDialog own={discarded} onClose={() => setToDiscard(undefined)} />
      {compared && (
        <ConflictDialog
          noun={compared.kind}
          rows={
            compared.current &&
            rowsOf[compared.kind]?.(compared.preview, compared.current, compared.names)
          }
          goOn="Decide later"
          conflict={{
            isForm: false,
            keepMine: () => choose('mine'),
            takeTheirs: () => choose('theirs'),
            cancel: () => setCompared(undefined),
          }}
        />
      )}
    </details>
  )

  async function compare(entry: ChangeEntry) {
    const names = await readNames().catch(() => new Map())
    setCompared({ ...entry, names })
  }

  function choose(choice: Winner) {
    setCompared(undefined)
    if (!compared) return
    // Closes an open form of the record, which shows the version before the decision, unless it has other unsaved text.
    const drafts = useDrafts.getState()
    for (const kind of ['show', 'song'] as const)
      if (drafts[kind].editId === compared.id && !isChanged(kind, drafts[kind])) drafts.clear(kind)
    resolveConflict(compared, choice)
      .then(async (unsent) => {
        await readAgain()
        onDecided(messageAbout(compared, choice, unsent))
      })
      .catch((error: unknown) => console.debug('The choice could not be sent yet:', error))
  }
}

/** Asks before the changes of a record are discarded; nothing without changes. */
function DiscardDialog({ own, onClose }: { own: readonly ChangeEntry[]; onClose: () => void }) {
  const [first] = own
  return (
    first && (
      <ConfirmDialog
        title={own.length === 1 ? 'Discard this change?' : `Discard ${own.length} changes?`}
        text={`Not sent, and can’t be brought back: ${[...new Set(own.map(({ label }) => label))].join('; ')}`}
        confirm="Discard"
        onClose={onClose}
        onConfirm={() => void discardChanges(first)}
      />
    )
  )
}

/** The message about a decision.
 * @param unsent the change of the record that is still not sent */
function messageAbout(
  { label, current }: ChangeEntry,
  choice: Winner,
  unsent: ChangeEntry | undefined,
): ChangeMessage {
  // The label names the record as this device has changed it.
  const [mine, theirs] = current
    ? ['Saved', 'Kept theirs where both of you changed it']
    : ['Added again', 'Left deleted']
  if (!unsent) return { kind: 'status', text: `${choice === 'mine' ? mine : theirs}: ${label}` }
  const waiting = { waitingKey: unsent.key, isStuck: unsent.state !== 'waiting' }
  // Its undo would discard all that was typed, which the list asks about first.
  const { undo: _, ...notice } = waitingNotice(label, waiting)
  return { kind: 'status', ...notice }
}

const reasonOf = (problem: ChangeEntry['problem']) =>
  [problem?.detail, ...(problem?.errors ?? []).map(({ field, message }) => `${field}: ${message}`)]
    .filter(Boolean)
    .join(' ')

const problemOf = ({ state, current, problem }: ChangeEntry) =>
  state === 'conflict'
    ? `Somebody else has ${current ? 'changed' : 'deleted'} it.`
    : `The site refused this change. ${reasonOf(problem)} Save it again, or discard it.`

/** Whether the changes of a record wait for a person. */
const isStuck = (own: readonly ChangeEntry[]) => own.some(({ state }) => state !== 'waiting')

function summaryOf(records: readonly (readonly ChangeEntry[])[]): string {
  const stuck = records.filter(isStuck).length
  const waiting = records.length - stuck
  return [
    waiting > 0 &&
      `${counted(waiting, 'change')} on this device ${waiting === 1 ? 'is' : 'are'} not sent yet.`,
    stuck > 0 && `${counted(stuck, 'change')} could not be saved. Open this list to decide.`,
  ]
    .filter(Boolean)
    .join(' ')
}

type Rows = (mine: object, theirs: object, names: Names) => ConflictRow[]

const enquiryFields: FieldDescriptions<Omit<EnquiryChange, 'isSpam'>> = {
  status: { label: 'Status', choices: statusLabels, isOptional: true },
  holdUntil: { label: 'Last day of the hold', type: 'date', isOptional: true },
  date: { label: 'Date', type: 'date', isOptional: true },
  place: { label: 'Place', isOptional: true },
  privateNote: { label: 'Note', isOptional: true },
}

const setListOf = ({ setList }: { setList?: SetList }) => setList
const posterOf = ({ poster }: { poster?: Poster }) => poster

/** The names of the tracks in their order. */
const namesOf = ({ names = [] }: { names?: readonly string[] }) => names.join('\n')

/** The comparison of both versions of a record. There is none of nights off, which are only added. */
const rowsOf: Partial<Record<ChangeKind, Rows>> = {
  show: (mine, theirs, names) => [
    ...conflictRows(showFields, mine, theirs),
    posterRow(posterOf(mine), posterOf(theirs)),
    ...setListRows(setListOf(mine), setListOf(theirs), names),
  ],
  song(mine, theirs, names) {
    const trackOf = ({ trackId = '' }: { trackId?: string }) => names.get(trackId) ?? trackId
    return [
      ...conflictRows(songFields, textsOfSong(mine as never), textsOfSong(theirs as never)),
      { label: 'Can be heard on', mine: trackOf(mine), theirs: trackOf(theirs) },
    ]
  },
  enquiry: (mine, theirs) => conflictRows(enquiryFields, mine, theirs),
  'track order': (mine, theirs) => [
    { label: 'Order', mine: namesOf(mine), theirs: namesOf(theirs) },
  ],
}

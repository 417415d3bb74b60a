import { useEffect, useRef, useState } from 'react'
import type {
  EnquiriesResponse,
  Enquiry,
  EnquiryBox,
  EnquiryStatus,
} from '../../../api/contract/enquiries'
import { call } from '../../api-client/call'
import { adminApi } from '../../api-client/client'
import { deleteOnce } from '../../api-client/problem'
import { Button } from '../../ui/Button'
import { EnquiryCard } from './EnquiryCard'
import { toCsv } from './enquiry-text'
import { FormNotice } from './FormFoot'
import styles from './InboxPanel.module.css'
import { Actions, Empty, Panel, SideNote } from './Panel'
import { saveAs } from './save-as'
import { useDeleting } from './use-deleting'
import { useSaving } from './use-saving'

interface InboxPanelProps {
  box: EnquiryBox
  onChoose: (box: EnquiryBox) => void
  /** The first page of the box, and the number of enquiries in each box. */
  page: EnquiriesResponse
  bandName: string
  /** Called after each change, to read the first page again. */
  onChanged: () => Promise<void>
}

/** The enquiries of a box after older ones were loaded, including the first page at that time. */
interface OlderEnquiries {
  box: EnquiryBox
  enquiries: readonly Enquiry[]
  /** The cursor of the next page; undefined after the last page. */
  next: string | undefined
}

const boxes: Record<EnquiryBox, string> = {
  new: 'New',
  answered: 'Answered',
  archived: 'Archived',
  unsure: 'Unsure',
  spam: 'Spam',
}

const readPage = (searchParams: Record<string, string>) =>
  call(adminApi(), 'GET /api/enquiries', { searchParams })

/** The booking enquiries of one box, newest first; older ones are loaded on demand. */
export function InboxPanel({ box, onChoose, page, bandName, onChanged }: InboxPanelProps) {
  const [loaded, setOlder] = useState<OlderEnquiries>()
  const older = loaded?.box === box ? loaded : undefined
  const { isBusy, message, save, fail } = useSaving()
  const panel = useRef<HTMLDivElement>(null)
  const { hidden, remove, undo, pending } = useDeleting(
    async (id) => {
      await deleteOnce(
        // `keepalive`: the page may be closed before the response arrives.
        call(adminApi(), 'DELETE /api/enquiries/{id}', { parameters: { id }, keepalive: true }),
      )
      removeLoaded(id)
      await onChanged()
    },
    (error) => fail('The enquiry could not be deleted.', error),
  )
  const next = older ? older.next : page.next
  // The pages may overlap: new enquiries and changes shift enquiries between the first page and the older ones.
  const all = new Map(
    [...(older?.enquiries ?? []), ...page.enquiries].map((enquiry) => [enquiry._id, enquiry]),
  )
  const shown = [...all.values()]
    .filter(({ _id }) => !hidden.has(_id))
    .sort((one, other) => other.receivedAt.localeCompare(one.receivedAt))

  const removeLoaded = (id: string) =>
    setOlder(
      (before) =>
        before && { ...before, enquiries: before.enquiries.filter(({ _id }) => _id !== id) },
    )

  const mark = async (enquiry: Enquiry, status: EnquiryStatus) => {
    const index = shown.indexOf(enquiry)
    await save('The enquiry could not be changed.', async () => {
      const parameters = { id: enquiry._id }
      await call(adminApi(), 'PUT /api/enquiries/{id}', { parameters, json: { status } })
      removeLoaded(enquiry._id)
      await onChanged()
      return `Marked ${status}: ${enquiry.name}`
    })
    focusNear(index)
  }

  /** Moves the focus to a nearby heading if the focused button was removed with its enquiry. */
  function focusNear(index: number) {
    if (document.activeElement !== document.body) return
    const names = panel.current?.querySelectorAll<HTMLElement>('h2') ?? []
    const next = names[Math.min(index, names.length - 1)]
    ;(next ?? panel.current?.querySelector<HTMLElement>('h1'))?.focus()
  }

  const showOlder = () =>
    void save('Older enquiries could not be loaded.', async () => {
      const olderPage = await readPage({ status: box, before: next ?? '' })
      setOlder({ box, enquiries: [...all.values(), ...olderPage.enquiries], next: olderPage.next })
      return undefined
    })

  return (
    <Panel title="Enquiries" ref={panel}>
      <Boxes counts={page.counts} chosen={box} onChoose={onChoose} />
      {box === 'unsure' && (
        <SideNote>
          These arrived while unusually many enquiries came in; check them, as some may be genuine.
        </SideNote>
      )}
      {pending && (
        <div className={styles.undo} role="status">
          Deleted: {pending.name}
          <Button variant="quiet" onClick={undo}>
            Undo
          </Button>
        </div>
      )}
      <FormNotice message={message} />
      {shown.length === 0 && <Empty>Nothing here.</Empty>}
      <ul>
        {shown.map((enquiry) => (
          <EnquiryCard
            key={enquiry._id}
            enquiry={enquiry}
            bandName={bandName}
            onMark={(status) => void mark(enquiry, status)}
            onDelete={() => remove(enquiry)}
          />
        ))}
      </ul>
      <Actions>
        {next !== undefined && (
          <Button variant="quiet" aria-disabled={isBusy} onClick={showOlder}>
            Show older ones
          </Button>
        )}
        {Object.values(page.counts).some((count) => count > 0) && (
          <Button
            variant="quiet"
            aria-disabled={isBusy}
            onClick={() => void save('Exporting failed.', exportCsv)}
          >
            Export as CSV
          </Button>
        )}
      </Actions>
    </Panel>
  )
}

interface BoxesProps {
  counts: EnquiriesResponse['counts']
  chosen: EnquiryBox
  onChoose: (box: EnquiryBox) => void
}

/** Radio buttons for the boxes of the inbox. 'Unsure' is displayed only if it is chosen or contains enquiries. */
function Boxes({ counts, chosen, onChoose }: BoxesProps) {
  // Updated at once, before the data of the chosen box are loaded.
  const [pressed, setPressed] = useState(chosen)
  useEffect(() => setPressed(chosen), [chosen])
  return (
    <fieldset className={styles.boxes}>
      <legend className={styles.legend}>Show</legend>
      {(Object.keys(boxes) as EnquiryBox[])
        .filter((box) => box !== 'unsure' || counts.unsure > 0 || chosen === box)
        .map((box) => (
          <label key={box} className={styles.box}>
            <input
              type="radio"
              name="box"
              checked={box === pressed}
              onChange={() => {
                setPressed(box)
                onChoose(box)
              }}
            />
            {boxes[box]} ({counts[box]})
          </label>
        ))}
    </fieldset>
  )
}

/** Saves all enquiries of all boxes as a CSV file. */
async function exportCsv(): Promise<string> {
  const enquiries: Enquiry[] = []
  let next: string | undefined
  do {
    const page = await readPage(next === undefined ? {} : { before: next })
    enquiries.push(...page.enquiries)
    next = page.next
  } while (next !== undefined)
  saveAs('enquiries.csv', new Blob([toCsv(enquiries)], { type: 'text/csv' }))
  return `Exported: ${enquiries.length} enquiries`
}

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
  /** The first page of the box, and how many there are in each. */
  page: EnquiriesResponse
  bandName: string
  /** Called after each change, to read the page anew. */
  onChanged: () => Promise<void>
}

/** What was loaded of a box when older ones were asked for: the first page of then as well. */
interface OlderEnquiries {
  box: EnquiryBox
  enquiries: readonly Enquiry[]
  /** The place of the next page; absent after the last one. */
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

/** The booking enquiries of one box, newest first; the older ones come on demand. */
export function InboxPanel({ box, onChoose, page, bandName, onChanged }: InboxPanelProps) {
  const [loaded, setOlder] = useState<OlderEnquiries>()
  const older = loaded?.box === box ? loaded : undefined
  const { isBusy, message, save, fail } = useSaving()
  const panel = useRef<HTMLDivElement>(null)
  const { hidden, remove, undo, pending } = useDeleting(
    async (id) => {
      await deleteOnce(
        // The page may be closed meanwhile.
        call(adminApi(), 'DELETE /api/enquiries/{id}', { parameters: { id }, keepalive: true }),
      )
      leaveOut(id)
      await onChanged()
    },
    (error) => fail('The enquiry could not be deleted.', error),
  )
  const next = older ? older.next : page.next
  // New ones move the last of the first page down, and a change moves the first of the older ones up.
  const all = new Map(
    [...(older?.enquiries ?? []), ...page.enquiries].map((enquiry) => [enquiry._id, enquiry]),
  )
  const shown = [...all.values()]
    .filter(({ _id }) => !hidden.has(_id))
    .sort((one, other) => other.receivedAt.localeCompare(one.receivedAt))

  const leaveOut = (id: string) =>
    setOlder(
      (before) =>
        before && { ...before, enquiries: before.enquiries.filter(({ _id }) => _id !== id) },
    )

  const mark = async (enquiry: Enquiry, status: EnquiryStatus) => {
    const place = shown.indexOf(enquiry)
    await save('The enquiry could not be changed.', async () => {
      const parameters = { id: enquiry._id }
      await call(adminApi(), 'PUT /api/enquiries/{id}', { parameters, json: { status } })
      leaveOut(enquiry._id)
      await onChanged()
      return `Marked ${status}: ${enquiry.name}`
    })
    focusNear(place)
  }

  /** The button that had the focus is gone with its enquiry: the next one in its place gets it. */
  function focusNear(place: number) {
    if (document.activeElement !== document.body) return
    const names = panel.current?.querySelectorAll<HTMLElement>('h2') ?? []
    const next = names[Math.min(place, names.length - 1)]
    ;(next ?? panel.current?.querySelector<HTMLElement>('h1'))?.focus()
  }

  const showOlder = () =>
    void save('Older enquiries could not be loaded.', async () => {
      const following = await readPage({ status: box, before: next ?? '' })
      setOlder({ box, enquiries: [...all.values(), ...following.enquiries], next: following.next })
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

/** The boxes of the inbox; that of unsure enquiries only when there was a flood. */
function Boxes({ counts, chosen, onChoose }: BoxesProps) {
  // At once, while the page of the box is on its way.
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

/** Every enquiry there is, page by page. */
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

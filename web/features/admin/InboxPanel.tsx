import { type ReactNode, useEffect, useRef, useState } from 'react'
import type {
  EnquiriesResponse,
  Enquiry,
  EnquiryBox,
  EnquiryStatus,
} from '../../../api/contract/enquiries'
import { Button } from '../../ui/Button'
import { EnquiryCard } from './EnquiryCard'
import { FormNotice } from './FormFoot'
import styles from './InboxPanel.module.css'
import { type Commitments, clashesOf } from './nights'
import { Actions, Empty, Panel, SideNote } from './Panel'
import { useInbox } from './use-inbox'

interface InboxPanelProps {
  box: EnquiryBox
  onChoose: (box: EnquiryBox) => void
  /** The first page of the box, and the number of enquiries in each box. */
  page: EnquiriesResponse
  /** The button that asks for push messages about new enquiries. */
  notify: ReactNode
  bandName: string
  commitments: Commitments
  /** The current day, as YYYY-MM-DD. */
  today: string
  /** Called after each change, to read the first page again. */
  onChanged: () => Promise<void>
}

const boxes: Record<EnquiryBox, string> = {
  new: 'New',
  answered: 'Answered',
  held: 'Held',
  booked: 'Booked',
  declined: 'Declined',
  archived: 'Archived',
  unsure: 'Unsure',
  spam: 'Spam',
}

const rare: ReadonlySet<EnquiryBox> = new Set(['unsure', 'held', 'booked', 'declined'])

/** The booking enquiries of one box, newest first; older ones are loaded on demand. */
export function InboxPanel(props: InboxPanelProps) {
  const { box, onChoose, page, notify, bandName, commitments, today, onChanged } = props
  const inbox = useInbox({ box, page, onChanged })
  const { shown, next, isBusy, message, pending } = inbox
  const panel = useRef<HTMLDivElement>(null)

  async function mark(enquiry: Enquiry, status: EnquiryStatus) {
    const index = shown.indexOf(enquiry)
    await inbox.mark(enquiry, status)
    focusNear(index)
  }

  /** Moves the focus to a nearby heading if the focused button was removed with its enquiry. */
  function focusNear(index: number) {
    if (document.activeElement !== document.body) return
    const names = panel.current?.querySelectorAll<HTMLElement>('h2') ?? []
    const next = names[Math.min(index, names.length - 1)]
    ;(next ?? panel.current?.querySelector<HTMLElement>('h1'))?.focus()
  }

  return (
    <Panel title="Enquiries" ref={panel}>
      {!page.isBandReached && (
        <SideNote>
          No phone or mailbox is notified of new enquiries yet. Press the button on each phone to
          notify, or set up mail on the account page.
        </SideNote>
      )}
      <Actions>{notify}</Actions>
      <Boxes counts={page.counts} chosen={box} onChoose={onChoose} />
      {box === 'unsure' && (
        <SideNote>
          These arrived while unusually many enquiries came in; check them, as some may be genuine.
        </SideNote>
      )}
      {pending && (
        <div className={styles.undo} role="status">
          Deleted: {pending.name}
          <Button variant="quiet" onClick={inbox.undo}>
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
            clashes={clashesOf(enquiry, commitments, today)}
            onMark={(status) => void mark(enquiry, status)}
            onChange={(change) => void inbox.change(enquiry, change)}
            onMakeShow={() => inbox.makeShow(enquiry)}
            onDelete={() => inbox.remove(enquiry)}
          />
        ))}
      </ul>
      <Actions>
        {next !== undefined && (
          <Button variant="quiet" aria-disabled={isBusy} onClick={inbox.showOlder}>
            Show older ones
          </Button>
        )}
        {Object.values(page.counts).some((count) => count > 0) && (
          <Button variant="quiet" aria-disabled={isBusy} onClick={inbox.exportAll}>
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

/** Radio buttons for the boxes of the inbox. Those that are rarely needed are displayed only if they are chosen or contain enquiries. */
function Boxes({ counts, chosen, onChoose }: BoxesProps) {
  // Updated at once, before the data of the chosen box are loaded.
  const [pressed, setPressed] = useState(chosen)
  useEffect(() => setPressed(chosen), [chosen])
  return (
    <fieldset className={styles.boxes}>
      <legend className={styles.legend}>Show</legend>
      {(Object.keys(boxes) as EnquiryBox[])
        .filter((box) => !rare.has(box) || counts[box] > 0 || chosen === box)
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

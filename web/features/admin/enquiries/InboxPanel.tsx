import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type {
  EnquiriesResponse,
  Enquiry,
  EnquiryBox,
  EnquiryChange,
  ReplyTemplatesResponse,
} from '../../../../api/contract/enquiries'
import type { AdminSong } from '../../../../api/contract/songs'
import { counted } from '../../../../api/shared/counted'
import { detailsOf } from '../../../../api/shared/enquiry-details'
import { owedFor } from '../../../../api/shared/owed'
import { pages } from '../../../../api/shared/site-map'
import { useMedia } from '../../../browser/use-media'
import { Button } from '../../../ui/Button'
import { VisuallyHidden } from '../../../ui/VisuallyHidden'
import { RecordNotice } from '../panel/FormFoot'
import { ago } from '../panel/moment'
import { Actions, Empty, Panel, Section, SideNote } from '../panel/Panel'
import { storeDraft } from '../records/draft-storage'
import { type Commitments, clashesOf } from '../records/nights'
import { EnquiryActions } from './EnquiryActions'
import { EnquiryCard } from './EnquiryCard'
import { statusLabelOf, statusLabels } from './enquiry-text'
import styles from './InboxPanel.module.css'
import { ReplyDialog, replyDraft } from './ReplyDialog'
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
  /** All songs, by which those that visitors wish for are named. */
  songs: readonly AdminSong[]
  /** The reply templates, and whether the site can send replies; undefined if they could not be loaded. */
  replyTemplates: ReplyTemplatesResponse | undefined
  /** The current day, as YYYY-MM-DD. */
  today: string
  /** Called after each change, to read the first page again. */
  onChanged: () => Promise<void>
}

const boxes: Record<EnquiryBox, string> = {
  ...statusLabels,
  unsure: 'Unsure',
  spam: 'Spam',
}

const rare: ReadonlySet<EnquiryBox> = new Set(['unsure', 'held', 'booked', 'declined'])

/** The booking enquiries of one box, newest first; older ones are loaded on demand. On wide windows, the selected
 * one is displayed beside the list. */
export function InboxPanel(props: InboxPanelProps) {
  const { box, onChoose, page, notify, bandName, commitments, replyTemplates, today } = props
  const { onChanged } = props
  const titles = new Map(props.songs.map(({ _id, title }) => [_id, title]))
  const showOf = ({ showId }: Enquiry) => commitments.shows.find(({ _id }) => _id === showId)
  const inbox = useInbox({ box, page, onChanged })
  const { shown, next, isBusy, message } = inbox
  const panel = useRef<HTMLDivElement>(null)
  const { isWide, selected, displayed, select, selectNeighbour } = useSelection(shown)

  const [opened, setOpened] = useState<{ enquiry: Enquiry; dialog: 'actions' | 'reply' }>()
  const close = () => setOpened(undefined)
  // As it is now: another person may have changed it since the dialog was opened.
  const current = shown.find(({ _id }) => _id === opened?.enquiry._id) ?? opened?.enquiry

  async function change(enquiry: Enquiry, json: EnquiryChange) {
    const index = shown.indexOf(enquiry)
    const isLeaving = json.status !== undefined && json.status !== box
    const isStored = await inbox.change(enquiry, json)
    // The site does not know whether a mail program has sent the reply, so the draft stays until the enquiry is marked answered.
    if (isStored && json.status === 'answered') storeDraft(replyDraft(enquiry), undefined)
    if (isStored) closeNear(index, isLeaving)
    return isStored
  }

  async function send(enquiry: Enquiry, text: string) {
    const index = shown.indexOf(enquiry)
    if (!(await inbox.reply(enquiry, text))) return
    storeDraft(replyDraft(enquiry), undefined)
    // The reply to a new one makes it an answered one.
    closeNear(index, box === 'new')
  }

  /** Closes the dialog. If the button that opened it is gone, focuses a nearby heading.
   * @param isLeaving whether the enquiry leaves the box; then the next one is selected */
  function closeNear(index: number, isLeaving: boolean) {
    // At once, because the focus stays in the dialog until it is removed.
    flushSync(() => {
      close()
      if (isLeaving) selectNeighbour(index)
    })
    if (document.activeElement !== document.body) return
    const names = panel.current?.querySelectorAll<HTMLElement>('h2[id^="enquiry-"]') ?? []
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
      {shown.length === 0 && <NoEnquiries counts={page.counts} />}
      <div className={isWide ? styles.panes : undefined}>
        {isWide && (
          <Rows
            enquiries={shown}
            selected={selected}
            stateOf={(enquiry) => statusLabelOf(enquiry, today, showOf(enquiry))}
            onSelect={select}
          />
        )}
        <ul>
          {displayed.map((enquiry) => (
            <EnquiryCard
              key={enquiry._id}
              enquiry={enquiry}
              clashes={clashesOf(enquiry, commitments, today)}
              show={showOf(enquiry)}
              songs={(enquiry.songIds ?? []).flatMap((id) => titles.get(id) ?? [])}
              today={today}
              onReply={() => {
                inbox.clearMessages()
                setOpened({ enquiry, dialog: 'reply' })
              }}
              onAnswered={() => void change(enquiry, { status: 'answered' })}
              onMore={() => setOpened({ enquiry, dialog: 'actions' })}
            />
          ))}
        </ul>
      </div>
      <Actions>
        {next !== undefined && (
          <Button variant="quiet" aria-disabled={isBusy} onClick={inbox.showOlder}>
            Show older ones
          </Button>
        )}
        {Object.values(page.counts).some((count) => count > 0) && (
          <Button
            variant="quiet"
            aria-disabled={isBusy}
            onClick={() => inbox.exportAs('enquiries')}
          >
            Export as CSV
          </Button>
        )}
      </Actions>
      <Owed shows={commitments.shows} onExport={() => inbox.exportAs('owed')} />
      <RecordNotice message={opened ? undefined : message} onClose={inbox.clearMessages} />
      {opened?.dialog === 'actions' && current && (
        <EnquiryActions
          enquiry={current}
          hasShow={showOf(current) !== undefined}
          today={today}
          problem={message?.kind === 'problem' ? message : undefined}
          onChange={(json) => change(current, json)}
          onMakeShow={(visibility) => {
            close()
            inbox.makeShow(current, visibility)
          }}
          onDelete={() => {
            // Another change is being sent; the dialog stays.
            if (isBusy) return
            const index = shown.indexOf(current)
            inbox.remove(current)
            closeNear(index, true)
          }}
          onClose={close}
        />
      )}
      {opened?.dialog === 'reply' && current && (
        <ReplyDialog
          enquiry={current}
          bandName={bandName}
          templates={replyTemplates?.templates}
          canSend={replyTemplates?.canSend ?? false}
          isBusy={isBusy}
          problem={message?.kind === 'problem' ? message.text : undefined}
          onSend={(text) => void send(current, text)}
          onMailtoOpened={close}
          onTemplatesChange={inbox.keepTemplates}
          onClose={close}
        />
      )}
    </Panel>
  )
}

/** The enquiry that is displayed beside the list on wide windows: the chosen one, or the first. */
function useSelection(shown: readonly Enquiry[]) {
  const isWide = useMedia('(min-width: 60rem)')
  const { hash } = useLocation()
  const [id, setId] = useState<string>()
  // A link to an enquiry selects it.
  useEffect(() => setId(/^enquiry-(.+)$/.exec(hash)?.[1]), [hash])
  const selected = shown.find(({ _id }) => _id === id) ?? shown[0]
  return {
    isWide,
    selected,
    displayed: isWide && selected ? [selected] : shown,
    select: ({ _id }: Enquiry) => setId(_id),
    /** If the enquiry at an index is selected, selects its neighbour, because it is about to leave the list. */
    selectNeighbour: (index: number) =>
      setId((before) =>
        before === shown[index]?._id ? (shown[index + 1] ?? shown[index - 1])?._id : before,
      ),
  }
}

interface RowsProps {
  enquiries: readonly Enquiry[]
  selected: Enquiry | undefined
  stateOf: (enquiry: Enquiry) => string
  onSelect: (enquiry: Enquiry) => void
}

/** The enquiries in short, beside the selected one. */
const Rows = ({ enquiries, selected, stateOf, onSelect }: RowsProps) => (
  <ul className={styles.rows} aria-label="Enquiries in this box">
    {enquiries.map((enquiry) => (
      <li key={enquiry._id}>
        <button
          type="button"
          className={styles.row}
          aria-current={enquiry === selected}
          onClick={() => onSelect(enquiry)}
        >
          <strong>{enquiry.name}</strong> <span>{ago(enquiry.receivedAt)}</span>{' '}
          <span>{detailsOf(enquiry) || enquiry.message}</span> <b>{stateOf(enquiry)}</b>
        </button>
      </li>
    ))}
  </ul>
)

interface OwedProps {
  shows: Commitments['shows']
  onExport: () => void
}

const amount = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 })

/** The sum of the unpaid fees, those of future shows included. */
function Owed({ shows, onExport }: OwedProps) {
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

/** The placeholder of an empty box. Before the first enquiry, it says where enquiries come from. */
const NoEnquiries = ({ counts }: Pick<BoxesProps, 'counts'>) =>
  Object.values(counts).some((count) => count > 0) ? (
    <Empty>Nothing here.</Empty>
  ) : (
    <Empty>
      No enquiries yet. Organisers send them with the form on{' '}
      <Link to={pages.bookUs.path}>Book Us</Link>.
    </Empty>
  )

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
      <legend>
        <VisuallyHidden>Show</VisuallyHidden>
      </legend>
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

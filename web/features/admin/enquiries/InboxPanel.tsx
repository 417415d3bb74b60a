import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type {
  EnquiriesResponse,
  Enquiry,
  EnquiryBox,
  ReplyTemplatesResponse,
} from '../../../../api/contract/enquiries'
import type { AdminSong } from '../../../../api/contract/songs'
import { adminPaths } from '../../../../api/shared/admin-map'
import { detailsOf } from '../../../../api/shared/enquiry-details'
import { stubOf } from '../../../../api/shared/show-dates'
import { showHash } from '../../../../api/shared/show-hash'
import { pages } from '../../../../api/shared/site-map'
import { QuietButton } from '../../../ui/Button'
import { RecordNotice } from '../panel/FormFoot'
import { isNarrow } from '../panel/is-narrow'
import { ago } from '../panel/moment'
import { Actions, Empty, Panel, SideNote } from '../panel/Panel'
import { useReturnToList } from '../panel/use-return-to-list'
import { type Commitments, clashesOf } from '../records/nights'
import { EnquiryCard } from './EnquiryCard'
import { EnquiryDialogs, useEnquiryDialogs } from './EnquiryDialogs'
import { boxLabels, countOf, statusLabelOf } from './enquiry-text'
import { FindEnquiry } from './FindEnquiry'
import { InboxBoxes } from './InboxBoxes'
import styles from './InboxPanel.module.css'
import type { InboxQuery } from './use-enquiry-pages'
import { useInbox } from './use-inbox'

interface InboxPanelProps {
  query: InboxQuery
  onChoose: (box: EnquiryBox) => void
  /** Searches all boxes; an empty text ends the search. */
  onFind: (words: string) => void
  /** The first page of the query, and the number of enquiries in each box. */
  page: EnquiriesResponse
  /** The button that asks for push messages about new enquiries. */
  notify: ReactNode
  /** The unpaid fees. */
  owed: ReactNode
  commitments: Commitments
  /** All songs, by which those that visitors wish for are named. */
  songs: readonly AdminSong[]
  /** The reply templates, and whether the site can send replies; undefined if they could not be loaded. */
  replyTemplates: ReplyTemplatesResponse | undefined
  /** The current day, as YYYY-MM-DD. */
  today: string
}

/** The booking enquiries of one box or a search, newest first; older ones are loaded on demand. On wide windows, the selected
 * one is displayed beside the list. */
export function InboxPanel(props: InboxPanelProps) {
  const { query, page, notify, owed, commitments, today } = props
  const titles = new Map(props.songs.map(({ _id, title }) => [_id, title]))
  const showOf = ({ showId }: Enquiry) => commitments.shows.find(({ _id }) => _id === showId)
  const box = 'find' in query ? undefined : query.status
  const find = 'find' in query ? query.find : ''
  const navigate = useNavigate()
  const onOpenShow = (id: string) => void navigate({ to: pages.admin.path, hash: showHash(id) })
  const inbox = useInbox({ query, page, onOpenShow, onOpenEnquiry })
  function onOpenEnquiry(enquiry: string) {
    inbox.clearMessages()
    void navigate({ to: adminPaths.enquiries, search: { enquiry } })
  }
  const { shown, next, isBusy, message } = inbox
  const panel = useRef<HTMLDivElement>(null)
  /** The label of the status; empty if it is the name of the box. */
  const labelOf = (enquiry: Enquiry) => {
    const label = statusLabelOf(enquiry, today, showOf(enquiry))
    return box && label === boxLabels[box] ? '' : label
  }
  const clashesAt = (enquiry: Enquiry) => clashesOf(enquiry, commitments, today, shown)
  const rowLabelOf = (enquiry: Enquiry) => {
    const hasClash = clashesAt(enquiry).length > 0
    return [labelOf(enquiry), showOf(enquiry) && 'Show made', hasClash && 'Clash']
      .filter(Boolean)
      .join(' · ')
  }
  const { selected, chosen, select, selectNeighbour } = useSelection(shown)
  const isList = useIsList(box ?? find, shown.length)
  const dialogs = useEnquiryDialogs({ query, inbox, panel, selectNeighbour })

  return (
    <Panel title="Enquiries" ref={panel}>
      <InboxTop
        {...props}
        box={box}
        find={find}
        found={shown.length}
        hasMore={next !== undefined}
      />
      {shown.length === 0 && !find && <NoEnquiries counts={page.counts} />}
      <div className={styles.panes} data-view={isList ? (chosen ? 'one' : 'list') : undefined}>
        {chosen && (
          <p className={styles.back}>
            <QuietButton onClick={() => select(undefined)}>All enquiries</QuietButton>
          </p>
        )}
        <Rows
          enquiries={shown}
          selected={selected}
          today={today}
          labelOf={rowLabelOf}
          onSelect={select}
        />
        <ul>
          {shown.map((enquiry) => (
            <EnquiryCard
              key={enquiry._id}
              enquiry={enquiry}
              isSelected={enquiry === selected}
              label={labelOf(enquiry)}
              clashes={clashesAt(enquiry)}
              show={showOf(enquiry)}
              songs={(enquiry.songIds ?? []).flatMap((id) => titles.get(id) ?? [])}
              onReply={() => dialogs.open(enquiry, 'reply')}
              onAnswered={() => void dialogs.change(enquiry, { status: 'answered' })}
              onGenuine={() => void dialogs.change(enquiry, { isSpam: false })}
              onMore={() => dialogs.open(enquiry, 'actions')}
            />
          ))}
        </ul>
      </div>
      <Actions>
        {page.isBandReached && notify}
        {next !== undefined && (
          <QuietButton aria-disabled={isBusy} onClick={inbox.showOlder}>
            Show older ones
          </QuietButton>
        )}
        {countOf(page.counts) > 0 && (
          <QuietButton aria-disabled={isBusy} onClick={() => inbox.exportAll()}>
            Export as CSV
          </QuietButton>
        )}
      </Actions>
      {owed}
      <RecordNotice message={dialogs.opened ? undefined : message} onClose={inbox.clearMessages} />
      <EnquiryDialogs
        dialogs={dialogs}
        inbox={inbox}
        hasShow={(enquiry) => showOf(enquiry) !== undefined}
        clashesOf={clashesAt}
        replyTemplates={props.replyTemplates}
        today={today}
      />
    </Panel>
  )
}

interface InboxTopProps extends Pick<InboxPanelProps, 'page' | 'notify' | 'onChoose' | 'onFind'> {
  /** The chosen box; undefined during a search. */
  box: EnquiryBox | undefined
  /** The words that are searched. */
  find: string
  found: number
  hasMore: boolean
}

/** The search and the boxes, below what the band should know about its enquiries. */
const InboxTop = ({ page, notify, onChoose, onFind, box, find, found, hasMore }: InboxTopProps) => (
  <div className={styles.top} data-no-print>
    {!page.isBandReached && (
      <>
        <SideNote>Nobody is notified of new enquiries yet.</SideNote>
        <Actions>
          {notify}
          <Link to={adminPaths.account} hash="mail">
            Set up mail
          </Link>
        </Actions>
      </>
    )}
    <FindEnquiry
      words={find}
      found={found}
      hasMore={hasMore}
      counts={page.counts}
      onFind={onFind}
    />
    <InboxBoxes counts={page.counts} chosen={box} onChoose={onChoose} />
    {box === 'unsure' && (
      <SideNote>
        These arrived while unusually many enquiries came in; check them, as some may be genuine.
      </SideNote>
    )}
  </div>
)

/** With more enquiries, narrow windows display the list, and one of them when it is pressed. */
const maxOpen = 3

/** Whether narrow windows display the list: as when the box was opened, so that nothing jumps when an enquiry leaves it.
 * @param box the name of the box, or the search */
function useIsList(box: string, count: number): boolean {
  const [opened, setOpened] = useState({ box, isList: count > maxOpen })
  if (opened.box !== box) setOpened({ box, isList: count > maxOpen })
  return opened.isList
}

/** The enquiry that is displayed beside the list on wide windows: the chosen one, or the first. On narrow windows, the address
 * names the chosen one, so that the phone's Back returns to the list. */
function useSelection(shown: readonly Enquiry[]) {
  const navigate = useNavigate()
  const { hash } = useLocation()
  const returnToList = useReturnToList(hash)
  const [id, setId] = useState<string>()
  // A link to an enquiry selects it.
  useEffect(() => setId(/^enquiry-(.+)$/.exec(hash)?.[1]), [hash])
  const before = useRef(id)
  useEffect(() => {
    if (isNarrow() && id !== before.current)
      document.getElementById(id ? `enquiry-${id}` : `row-${before.current}`)?.focus()
    before.current = id
  }, [id])
  const chosen = shown.find(({ _id }) => _id === id)

  const goTo = (enquiry: Enquiry | undefined, replace = false) =>
    void navigate({ to: '.', search: true, hash: enquiry ? `enquiry-${enquiry._id}` : '', replace })

  return {
    selected: chosen ?? shown[0],
    chosen,
    /** @param enquiry undefined to return to the list */
    select(enquiry: Enquiry | undefined) {
      setId(enquiry?._id)
      if (isNarrow()) enquiry ? goTo(enquiry) : returnToList()
    },
    /** If the enquiry at an index is selected, selects its neighbour, because it is about to leave the list; narrow windows
     * return to the list. */
    selectNeighbour(index: number) {
      if (id === undefined || id !== shown[index]?._id) return
      if (isNarrow()) goTo(undefined, true)
      setId(isNarrow() ? undefined : (shown[index + 1] ?? shown[index - 1])?._id)
    },
  }
}

interface RowsProps {
  enquiries: readonly Enquiry[]
  selected: Enquiry | undefined
  /** The current day, as YYYY-MM-DD. */
  today: string
  labelOf: (enquiry: Enquiry) => string
  onSelect: (enquiry: Enquiry) => void
}

/** The enquiries in short, beside the selected one. */
const Rows = ({ enquiries, selected, today, labelOf, onSelect }: RowsProps) => (
  <ul className={styles.rows} aria-label="Enquiries in this box">
    {enquiries.map((enquiry) => (
      <li key={enquiry._id}>
        <button
          type="button"
          id={`row-${enquiry._id}`}
          className={styles.row}
          aria-current={enquiry === selected}
          onClick={() => onSelect(enquiry)}
        >
          <strong>{enquiry.name}</strong> <span>{ago(enquiry.receivedAt)}</span>{' '}
          <span>{lineOf(enquiry, today) || enquiry.message}</span> <b>{labelOf(enquiry)}</b>
        </button>
      </li>
    ))}
  </ul>
)

/** What a visitor says about the night; the day comes first, because the line may be cut at its end. */
const lineOf = ({ date, ...others }: Enquiry, today: string): string =>
  [date && shortDay(date, today), detailsOf(others)].filter(Boolean).join(' · ')

/** A day as 'Sun Jul 4', followed by the year unless that is the current one. */
function shortDay(date: string, today: string): string {
  const { weekday, month, day } = stubOf(date)
  const year = date.slice(0, 4)
  return `${weekday} ${month} ${day}${year === today.slice(0, 4) ? '' : ` ${year}`}`
}

/** The placeholder of an empty box. Before the first enquiry, it says where enquiries come from. */
const NoEnquiries = ({ counts }: Pick<EnquiriesResponse, 'counts'>) =>
  countOf(counts) > 0 ? (
    <Empty>Nothing here.</Empty>
  ) : (
    <Empty>
      No enquiries yet. Organisers send them with the form on{' '}
      <Link to={pages.bookUs.path}>Book Us</Link>.
    </Empty>
  )

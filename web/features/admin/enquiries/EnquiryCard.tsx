import { Link } from '@tanstack/react-router'
import Ellipsis from 'lucide-react/icons/ellipsis'
import type { Enquiry } from '../../../../api/contract/enquiries'
import { compareTexts } from '../../../../api/shared/compare-texts'
import { detailsOf } from '../../../../api/shared/enquiry-details'
import { longDate } from '../../../../api/shared/show-dates'
import { showHash } from '../../../../api/shared/show-hash'
import { pages } from '../../../../api/shared/site-map'
import { Button, buttonClass, QuietButton } from '../../../ui/Button'
import { roundClass } from '../../../ui/round-button'
import type { WaitingMark } from '../changes/waiting'
import { ago, moment } from '../panel/moment'
import { Actions, SideNote } from '../panel/Panel'
import type { ListedShow } from '../records/drafts.store'
import styles from './EnquiryCard.module.css'
import { callAddress, phoneIn, statusLabels } from './enquiry-text'

interface EnquiryCardProps {
  enquiry: Enquiry & WaitingMark
  /** Whether it is displayed beside the list on wide windows, or in its place on narrow ones. */
  isSelected: boolean
  /** The label of its status; empty if it is the name of the box. */
  label: string
  /** What else is on the night that the visitor asks for; empty if nothing is. */
  clashes: readonly string[]
  /** The show that was made of it. */
  show: ListedShow | undefined
  /** The titles of the songs that the visitor wishes for. */
  songs: readonly string[]
  onReply: () => void
  onAnswered: () => void
  /** Takes it out of the spam, or out of the unsure ones. */
  onGenuine: () => void
  onMore: () => void
}

const mailStates: Partial<Record<Enquiry['mail'], string>> = {
  waiting: 'not mailed yet',
  failed: 'could not be mailed',
}

/** The changes of an enquiry besides its status. */
const otherChanges = {
  note: 'Note changed',
  night: 'Date or place changed',
  show: 'Show made',
  spam: 'Marked as spam',
}

/** One booking enquiry with its actions. */
export function EnquiryCard(props: EnquiryCardProps) {
  const { enquiry, isSelected, label, clashes, show, songs } = props
  const { onReply, onAnswered, onGenuine, onMore } = props
  const { _id, name, email, message, receivedAt, status, mail, reference, privateNote } = enquiry
  const phone = enquiry.phone ?? phoneIn(message)
  const details = detailsOf(enquiry)
  const isSuspicious = enquiry.isSpam || enquiry.isUnsure
  const id = `enquiry-${_id}`
  const marks = [enquiry.waiting, label].filter(Boolean).join(' · ')
  return (
    <li className={styles.enquiry} data-selected={isSelected || undefined}>
      <div className={styles.head}>
        <h2 className={styles.sender} id={id} tabIndex={-1}>
          {name}
        </h2>
        {marks && (
          <span className={styles.status} data-status={status}>
            {marks}
          </span>
        )}
      </div>
      {details && <p className={styles.wishes}>{details}</p>}
      {songs.length > 0 && <p className={styles.wishes}>Songs: {songs.join(', ')}</p>}
      {show && (
        <p className={styles.wishes}>
          <Link to={pages.admin.path} hash={showHash(show._id)}>
            {`Show: ${longDate(show.date)} at ${show.venue}`}
          </Link>
        </p>
      )}
      <SideNote>
        {email} ·{' '}
        <time dateTime={receivedAt} title={moment(receivedAt)}>
          {ago(receivedAt)}
        </time>
        {reference && ` · ${reference}`}
        {mailStates[mail] && ` · ${mailStates[mail]}`}
      </SideNote>
      {clashes.map((text) => (
        <p key={text} className={styles.clash}>
          {text}
        </p>
      ))}
      <p className={styles.message}>{message}</p>
      {privateNote && <p className={styles.note}>{privateNote}</p>}
      <Actions>
        <Button onClick={onReply} aria-describedby={id}>
          Reply
        </Button>
        {phone && (
          <a className={buttonClass('quiet')} href={callAddress(phone)}>
            Call {phone}
          </a>
        )}
        {isSuspicious && (
          <QuietButton aria-describedby={id} onClick={onGenuine}>
            Not spam
          </QuietButton>
        )}
        {status === 'new' && !enquiry.isSpam && (
          <QuietButton aria-describedby={id} onClick={onAnswered}>
            Mark answered
          </QuietButton>
        )}
        <button
          type="button"
          className={`${roundClass} ${styles.more}`}
          aria-label="More"
          aria-describedby={id}
          aria-haspopup="dialog"
          onClick={onMore}
        >
          <Ellipsis size={22} aria-hidden="true" />
        </button>
      </Actions>
      <History enquiry={enquiry} />
    </li>
  )
}

/** The changes of the status, and the replies that the site has sent. */
function History({
  enquiry: { _id, events = [], replies = [] },
}: Pick<EnquiryCardProps, 'enquiry'>) {
  const entries = [
    ...events.map(({ at, by, status, about }) => ({
      at,
      by,
      what: about ? otherChanges[about] : statusLabels[status],
      text: undefined,
    })),
    ...replies.map(({ at, by, text }) => ({ at, by, what: 'Replied', text })),
  ].sort((one, other) => compareTexts(one.at, other.at))
  if (entries.length === 0) return null
  return (
    <details className={styles.history}>
      <summary aria-describedby={`enquiry-${_id}`}>History</summary>
      <ol className={styles.events} aria-label="History">
        {entries.map(({ at, by, what, text }) => (
          <li key={`${at} ${what}`}>
            {what} <time dateTime={at}>{moment(at)}</time>
            {by && `, ${by}`}
            {text && <blockquote className={styles.message}>{text}</blockquote>}
          </li>
        ))}
      </ol>
    </details>
  )
}

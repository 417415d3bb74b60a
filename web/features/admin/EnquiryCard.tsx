import type { Enquiry, EnquiryChange, EnquiryStatus } from '../../../api/contract/enquiries'
import { detailsOf } from '../../../api/shared/enquiry-details'
import { buttonClass } from '../../ui/Button'
import styles from './EnquiryCard.module.css'
import { EnquiryProgress } from './EnquiryProgress'
import { callAddress, phoneIn, replyAddress } from './enquiry-text'
import { moment } from './moment'
import { Actions, SideNote } from './Panel'

interface EnquiryCardProps {
  enquiry: Enquiry
  /** What else is on the night that the visitor asks for; empty if nothing is. */
  clashes: readonly string[]
  bandName: string
  onMark: (status: EnquiryStatus) => void
  onChange: (change: EnquiryChange) => void
  onMakeShow: () => void
  onDelete: () => void
}

const mailStates: Partial<Record<Enquiry['mail'], string>> = {
  waiting: 'not mailed yet',
  failed: 'could not be mailed',
}

/** One booking enquiry with its actions. */
export function EnquiryCard(props: EnquiryCardProps) {
  const { enquiry, clashes, bandName, onMark, onDelete } = props
  const { _id, name, email, message, receivedAt, status, mail, reference } = enquiry
  const phone = enquiry.phone ?? phoneIn(message)
  const details = detailsOf(enquiry)
  const id = `enquiry-${_id}`
  const button = (label: string, onClick: () => void) => (
    <button type="button" className={styles.small} aria-describedby={id} onClick={onClick}>
      {label}
    </button>
  )
  return (
    <li className={styles.enquiry}>
      <h2 className={styles.sender} id={id} tabIndex={-1}>
        {name}
      </h2>
      <SideNote>
        {email} · <time dateTime={receivedAt}>{moment(receivedAt)}</time>
        {reference && ` · ${reference}`}
        {mailStates[mail] && ` · ${mailStates[mail]}`}
      </SideNote>
      {details && <p className={styles.wishes}>{details}</p>}
      {clashes.map((text) => (
        <p key={text} className={styles.clash}>
          {text}
        </p>
      ))}
      <p className={styles.message}>{message}</p>
      <Actions>
        <a className={buttonClass()} href={replyAddress(enquiry, bandName)}>
          Reply
        </a>
        {phone && (
          <a className={buttonClass('quiet')} href={callAddress(phone)}>
            Call {phone}
          </a>
        )}
        {status !== 'answered' && button('Mark answered', () => onMark('answered'))}
        {status !== 'archived' && button('Archive', () => onMark('archived'))}
        {status !== 'new' && button('Mark new', () => onMark('new'))}
        {button('Delete', onDelete)}
      </Actions>
      <EnquiryProgress {...props} />
    </li>
  )
}

import type { Enquiry, EnquiryStatus } from '../../../api/contract/enquiries'
import { buttonClass } from '../../ui/Button'
import styles from './EnquiryCard.module.css'
import { callAddress, phoneIn, replyAddress } from './enquiry-text'
import { moment } from './moment'
import { Actions, SideNote } from './Panel'

interface EnquiryCardProps {
  enquiry: Enquiry
  bandName: string
  onMark: (status: EnquiryStatus) => void
  onDelete: () => void
}

const mailStates: Partial<Record<Enquiry['mail'], string>> = {
  waiting: 'not mailed yet',
  failed: 'could not be mailed',
}

/** One booking enquiry with its actions. */
export function EnquiryCard({ enquiry, bandName, onMark, onDelete }: EnquiryCardProps) {
  const { _id, name, email, message, receivedAt, status, mail } = enquiry
  const phone = phoneIn(message)
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
        {mailStates[mail] && ` · ${mailStates[mail]}`}
      </SideNote>
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
    </li>
  )
}

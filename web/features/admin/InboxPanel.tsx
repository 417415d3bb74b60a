import { useState } from 'react'
import type { Enquiry, EnquiryStatus } from '../../../api/contract/enquiries'
import { adminApi } from '../../http/client'
import { Button, buttonClass } from '../../ui/Button'
import styles from './Admin.module.css'
import { callAddress, isUnread, phoneIn, replyAddress, toCsv } from './enquiry-text'
import { FormNotice } from './FormFoot'
import { moment } from './moment'
import { saveAs } from './save-as'
import { useDeleting } from './use-deleting'
import { useSaving } from './use-saving'

interface InboxPanelProps {
  enquiries: readonly Enquiry[]
  bandName: string
  /** Called after each change, to read the list anew. */
  onChanged: () => Promise<void>
}

const boxes = {
  New: isUnread,
  Answered: ({ status, isSpam }: Enquiry) => !isSpam && status === 'answered',
  Archived: ({ status, isSpam }: Enquiry) => !isSpam && status === 'archived',
  Spam: ({ isSpam }: Enquiry) => isSpam,
}
type Box = keyof typeof boxes

/** The booking enquiries, newest first, each in the box of its status; what programs wrote apart. */
export function InboxPanel({ enquiries, bandName, onChanged }: InboxPanelProps) {
  const [box, setBox] = useState<Box>('New')
  const { message, save, fail } = useSaving()
  const { hidden, remove, undo, pending } = useDeleting(
    async (id) => {
      await adminApi().delete(`api/enquiries/${id}`)
      await onChanged()
    },
    (error) => fail('The enquiry could not be deleted.', error),
  )
  const present = enquiries.filter(({ _id }) => !hidden.has(_id))
  const shown = present.filter(boxes[box])

  const mark = (enquiry: Enquiry, status: EnquiryStatus) =>
    void save('The enquiry could not be changed.', async () => {
      await adminApi().put(`api/enquiries/${enquiry._id}`, { json: { status } })
      await onChanged()
      return `Marked ${status}: ${enquiry.name}`
    })

  return (
    <div className={styles.panel}>
      <h1 tabIndex={-1}>Enquiries</h1>
      <fieldset className={styles.boxes}>
        <legend className={styles.legend}>Show</legend>
        {(Object.keys(boxes) as Box[]).map((name) => (
          <label key={name} className={styles.box}>
            <input type="radio" name="box" checked={name === box} onChange={() => setBox(name)} />
            {name} ({present.filter(boxes[name]).length})
          </label>
        ))}
      </fieldset>
      {pending && (
        <div className={styles.undo} role="status">
          Deleted: {pending.name}
          <Button look="quiet" onClick={undo}>
            Undo
          </Button>
        </div>
      )}
      <FormNotice message={message} />
      {shown.length === 0 && <p className={styles.none}>Nothing here.</p>}
      <ul>
        {shown.map((enquiry) => (
          <Letter
            key={enquiry._id}
            enquiry={enquiry}
            bandName={bandName}
            onMark={(status) => mark(enquiry, status)}
            onDelete={() => remove(enquiry)}
          />
        ))}
      </ul>
      {present.length > 0 && (
        <Button
          look="quiet"
          onClick={() => save('Exporting failed.', async () => exportCsv(present))}
        >
          Export as CSV
        </Button>
      )}
    </div>
  )
}

interface LetterProps {
  enquiry: Enquiry
  bandName: string
  onMark: (status: EnquiryStatus) => void
  onDelete: () => void
}

function Letter({ enquiry, bandName, onMark, onDelete }: LetterProps) {
  const { _id, name, email, message, receivedAt, status, mail } = enquiry
  const phone = phoneIn(message)
  const id = `enquiry-${_id}`
  const button = (label: string, onClick: () => void) => (
    <button type="button" className={styles.small} aria-describedby={id} onClick={onClick}>
      {label}
    </button>
  )
  return (
    <li className={styles.letter}>
      <h2 className={styles.sender} id={id}>
        {name}
      </h2>
      <p className={styles.current}>
        {email} · <time dateTime={receivedAt}>{moment(receivedAt)}</time>
        {mail === 'waiting' && ' · not mailed yet'}
      </p>
      <p className={styles.message}>{message}</p>
      <div className={styles.actions}>
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
      </div>
    </li>
  )
}

async function exportCsv(enquiries: readonly Enquiry[]): Promise<string> {
  saveAs('enquiries.csv', new Blob([toCsv(enquiries)], { type: 'text/csv' }))
  return `Exported: ${enquiries.length} enquiries`
}

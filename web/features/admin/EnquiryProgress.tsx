import type { FormEvent } from 'react'
import type { Enquiry, EnquiryChange, EnquiryStatus } from '../../../api/contract/enquiries'
import { limits } from '../../../api/shared/limits'
import { Button } from '../../ui/Button'
import { SelectField, TextArea, TextField } from '../../ui/Field'
import styles from './EnquiryCard.module.css'
import { moment } from './moment'
import { Actions, RecordForm, SideNote, WholeRow } from './Panel'

interface EnquiryProgressProps {
  enquiry: Enquiry
  onChange: (change: EnquiryChange) => void
  onMakeShow: () => void
}

const states: Record<EnquiryStatus, string> = {
  new: 'New',
  answered: 'Answered',
  held: 'Held',
  booked: 'Booked',
  declined: 'Declined',
  archived: 'Archived',
}

/** The status of an enquiry, the last day of its hold, a private note, and its history. */
export function EnquiryProgress({ enquiry, onChange, onMakeShow }: EnquiryProgressProps) {
  const { _id, status, holdUntil, privateNote, events = [], date, showId } = enquiry

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const text = (name: string) => String(fields.get(name) ?? '')
    const chosen = text('status') as EnquiryStatus
    onChange({
      status: chosen,
      ...(chosen === 'held' && { holdUntil: text('holdUntil') }),
      privateNote: text('privateNote'),
    })
  }

  return (
    <details className={styles.progress}>
      <summary aria-describedby={`enquiry-${_id}`}>{states[status]}: change status or note</summary>
      {/* The key resets the fields when the enquiry changes. */}
      <RecordForm key={`${status} ${holdUntil} ${privateNote}`} onSubmit={submit}>
        <SelectField label="Status" name="status" defaultValue={status} choices={states} />
        <TextField
          label="Hold until"
          name="holdUntil"
          type="date"
          defaultValue={holdUntil ?? ''}
          help="Only for “Held”: the last day of the hold."
        />
        <WholeRow>
          <TextArea
            label="Private note"
            name="privateNote"
            rows={2}
            maxLength={limits.message}
            defaultValue={privateNote ?? ''}
          />
        </WholeRow>
        <WholeRow>
          <Actions>
            <Button type="submit" variant="quiet">
              Save
            </Button>
            {date && !showId && (
              <Button variant="quiet" onClick={onMakeShow}>
                Make a private show
              </Button>
            )}
          </Actions>
        </WholeRow>
      </RecordForm>
      {showId && <SideNote>A show was added for this enquiry.</SideNote>}
      {events.length > 0 && (
        <ol className={styles.events} aria-label="History">
          {events.map(({ at, status: became, by }) => (
            <li key={at}>
              {states[became]} <time dateTime={at}>{moment(at)}</time>
              {by && `, ${by}`}
            </li>
          ))}
        </ol>
      )}
    </details>
  )
}

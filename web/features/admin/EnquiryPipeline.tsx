import type { FormEvent } from 'react'
import type { Enquiry, EnquiryStatus, EnquiryStatusBody } from '../../../api/contract/enquiries'
import { limits } from '../../../api/shared/limits'
import { Button } from '../../ui/Button'
import { SelectField, TextArea, TextField } from '../../ui/Field'
import styles from './EnquiryCard.module.css'
import { moment } from './moment'
import { Actions, RecordForm, SideNote, WholeRow } from './Panel'

interface EnquiryPipelineProps {
  enquiry: Enquiry
  onChange: (change: EnquiryStatusBody) => void
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

/** How far a booking is: its state, the last day of a hold, a private note, and its history. */
export function EnquiryPipeline({ enquiry, onChange, onMakeShow }: EnquiryPipelineProps) {
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
    <details className={styles.pipeline}>
      <summary aria-describedby={`enquiry-${_id}`}>{states[status]}: hold, book, note</summary>
      {/* Without the values of an earlier version of the enquiry. */}
      <RecordForm key={`${status} ${holdUntil} ${privateNote}`} onSubmit={submit}>
        <SelectField label="State" name="status" defaultValue={status} choices={states} />
        <TextField
          label="Hold until"
          name="holdUntil"
          type="date"
          defaultValue={holdUntil ?? ''}
          help="For the state “Held”. The night is free again the day after."
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
              Save state
            </Button>
            {date && !showId && (
              <Button variant="quiet" onClick={onMakeShow}>
                Make a private show
              </Button>
            )}
          </Actions>
        </WholeRow>
      </RecordForm>
      {showId && <SideNote>There is a show of it.</SideNote>}
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

import { useState } from 'react'
import type { Enquiry, EnquiryChange, ShowOfEnquiry } from '../../../../api/contract/enquiries'
import { addDays } from '../../../../api/shared/calendar-day'
import { boxOf } from '../../../../api/shared/enquiry-box'
import { limits } from '../../../../api/shared/limits'
import { longDate } from '../../../../api/shared/show-dates'
import { showHash } from '../../../../api/shared/show-hash'
import { pages } from '../../../../api/shared/site-map'
import { Button, QuietButton } from '../../../ui/Button'
import { Dialog } from '../../../ui/Dialog'
import { TextArea, TextField } from '../../../ui/Field'
import { Action, ActionGroup, ActionLink } from '../panel/Action'
import { FormNotice } from '../panel/FormFoot'
import { RecordForm, SideNote, type SubmitForm, WholeRow } from '../panel/Panel'
import type { ChangeMessage } from '../panel/use-saving'
import { storedDraft, useStoredDraft } from '../records/draft-storage'
import { changeTo, defaultHoldDays, statusChoices } from './enquiry-text'

interface EnquiryActionsProps {
  enquiry: Enquiry
  /** Whether the show that was made of it still exists. */
  hasShow: boolean
  /** What else is on a night (YYYY-MM-DD), a sentence each. */
  clashesOn: (date: string) => readonly string[]
  /** The current day, as YYYY-MM-DD. */
  today: string
  /** Why the last change has failed. */
  problem: ChangeMessage | undefined
  /** @param staysOpen whether the dialog stays open as long as the list contains the enquiry
   * @returns whether the change was stored, or waits on this device */
  onChange: (change: EnquiryChange, staysOpen?: boolean) => Promise<boolean>
  onMakeShow: (show: ShowOfEnquiry) => void
  onDelete: () => void
  onClose: () => void
}

/** The actions for an enquiry besides replying: setting its status, holding the night, changing its date or place, adding a note,
 * making a show. */
export function EnquiryActions(props: EnquiryActionsProps) {
  const { enquiry, hasShow, today, problem, onChange, onMakeShow, onDelete, onClose } = props
  const { name, date, showId } = enquiry
  const [step, setStep] = useState<'hold' | 'note' | 'night'>()
  if (step === 'hold') return <HoldDialog {...props} />
  if (step === 'note') return <NoteDialog {...props} />
  if (step === 'night') return <NightDialog {...props} onClose={() => setStep(undefined)} />
  const box = boxOf(enquiry)
  return (
    <Dialog
      title={name}
      text={enquiry.email}
      onCancel={onClose}
      actions={
        <>
          <QuietButton onClick={onClose}>Close</QuietButton>
          {/* In the foot, which stays in view. */}
          <FormNotice message={problem} />
        </>
      }
    >
      <ActionGroup title="Show">
        {showId && hasShow ? (
          <ActionLink to={pages.admin.path} hash={showHash(showId)}>
            Open the show
          </ActionLink>
        ) : (
          date && (
            <>
              <Action onClick={() => onMakeShow({ visibility: 'private' })}>
                Make a private show
              </Action>
              <Action onClick={() => onMakeShow({ visibility: 'draft' })}>Make a draft show</Action>
            </>
          )
        )}
        <Action onClick={() => setStep('night')}>
          {date ? 'Change date or place…' : 'Set date and place…'}
        </Action>
      </ActionGroup>
      {!date && (
        <SideNote>
          This enquiry has no date. Set one to hold the night
          {hasShow ? '' : ' or make a show'}.
        </SideNote>
      )}
      <ActionGroup title="Status">
        {statusChoices(enquiry)
          .filter(([status]) => status !== box)
          .map(([status, label]) => (
            <Action key={status} onClick={() => void onChange(changeTo(enquiry, status, today))}>
              {label}
            </Action>
          ))}
        {box !== 'spam' && <Action onClick={() => void onChange({ isSpam: true })}>Spam</Action>}
        {date && <Action onClick={() => setStep('hold')}>Held until…</Action>}
      </ActionGroup>
      <ActionGroup title="Note or delete">
        <Action onClick={() => setStep('note')}>Private note…</Action>
        <Action onClick={onDelete}>Delete</Action>
      </ActionGroup>
    </Dialog>
  )
}

/** Asks for the last day of a hold. */
function HoldDialog({ enquiry, today, problem, onChange, onClose }: EnquiryActionsProps) {
  const { name, date, holdUntil } = enquiry
  const [seen] = useState(holdUntil)
  const night = [date && longDate(date), `for ${name}.`].filter(Boolean).join(', ')

  return (
    <Dialog title="Hold the night" text={night} onCancel={onClose}>
      <RecordForm
        onSubmit={(text) => void onChange({ status: 'held', holdUntil: text('holdUntil') })}
      >
        <TextField
          label="Last day of the hold"
          name="holdUntil"
          type="date"
          min={today}
          defaultValue={seen ?? addDays(today, defaultHoldDays)}
          required
        />
        {holdUntil !== seen && (
          <SideNote>
            Somebody else has set it to {holdUntil ? longDate(holdUntil) : 'none'} meanwhile.
          </SideNote>
        )}
        <Button type="submit">Hold</Button>
        <FormNotice message={problem} />
      </RecordForm>
    </Dialog>
  )
}

/** Asks for the date and the place, which the visitor may have said in the message or on the phone. */
function NightDialog(props: EnquiryActionsProps) {
  const { enquiry, hasShow, clashesOn, problem, onChange, onClose } = props
  const [date, setDate] = useState(enquiry.date ?? '')

  const submit: SubmitForm = async (text) => {
    if (await onChange({ date: text('date'), place: text('place') }, true)) onClose()
  }

  return (
    <Dialog title="Date and place" text={`For ${enquiry.name}.`} onCancel={onClose}>
      <RecordForm onSubmit={submit}>
        <TextField
          label="Date"
          name="date"
          type="date"
          defaultValue={date}
          hint={date && clashesOn(date).join(' ')}
          onChange={({ currentTarget }) => setDate(currentTarget.value)}
          required
        />
        <TextField
          label="Place"
          name="place"
          defaultValue={enquiry.place}
          placeholder="Venue, town"
          maxLength={limits.line}
        />
        {hasShow && <SideNote>The show made from this enquiry will not change.</SideNote>}
        <Button type="submit">Save</Button>
        <FormNotice message={problem} />
      </RecordForm>
    </Dialog>
  )
}

/** Edits the private note, which stays typed until it is saved. */
function NoteDialog({ enquiry, problem, onChange, onClose }: EnquiryActionsProps) {
  const { _id, privateNote = '' } = enquiry
  const name = `note ${_id}`
  const [seen] = useState(privateNote)
  const [note, typeNote] = useStoredDraft(name, privateNote)

  async function saveNote() {
    const isStored = await onChange({ privateNote: note })
    // The person may have typed on meanwhile.
    if (isStored && storedDraft(name) === note) typeNote(undefined)
  }

  return (
    <Dialog
      title="Private note"
      text={`About ${enquiry.name}. Only the back office shows it.`}
      onCancel={onClose}
    >
      <RecordForm onSubmit={() => void saveNote()}>
        <WholeRow>
          <TextArea
            label="Note"
            name="privateNote"
            rows={4}
            maxLength={limits.message}
            value={note}
            onChange={({ currentTarget }) => typeNote(currentTarget.value)}
          />
        </WholeRow>
        {privateNote !== seen && (
          <SideNote>
            Somebody else has changed the note meanwhile, to “{privateNote}”. Yours takes its place.
          </SideNote>
        )}
        <Button type="submit">Save the note</Button>
        <FormNotice message={problem} />
      </RecordForm>
    </Dialog>
  )
}

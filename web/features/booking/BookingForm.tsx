import { useEffect, useId, useRef, useState } from 'react'
import type { PostedEnquiry } from '../../../api/contract/page'
import { lengthProblem, limits } from '../../../api/shared/limits'
import { nightAnswers } from '../../../api/shared/night-answers'
import type { OutboxEntry } from '../../offline/database'
import { outbox } from '../../offline/outbox'
import { Button, TextButton } from '../../ui/Button'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import { FieldErrors, TextArea, TextField } from '../../ui/Field'
import { type Message, Notice } from '../../ui/Notice'
import { stillWaiting, useIsSlow } from '../../ui/use-is-slow'
import { useWishedSongs } from '../../wishes/wished-songs.store'
import styles from './BookingForm.module.css'
import { BookingWishes, type BookingWishesProps } from './BookingWishes'
import { type BookingState, isBlank, textsOf } from './booking-state'
import { emailHint } from './email-hint'
import { Outbox } from './Outbox'
import { postedField } from './posted-field'
import { SentMessages } from './SentMessages'
import { referenceText, sentText } from './texts'
import { textOf, useBooking } from './use-booking'

const failed: Message = { kind: 'problem', text: 'Error sending message. Please try again later.' }
const queuedNotice: Message = {
  ...failed,
  detail: 'Or just wait: your message is saved on this device and will be sent automatically.',
}

/** The message about the last submission. */
function messageOf(
  { notice, key, reference }: BookingState,
  posted: PostedEnquiry | undefined,
): Message | undefined {
  if (notice === 'sent') {
    // With scripts, the date field already shows the availability.
    const night = posted?.reference === reference ? posted?.night : undefined
    const next = reference && `${referenceText([reference])} We will answer by email or phone.`
    const parts = [next, night && nightAnswers[night]]
    const detail = parts.filter(Boolean).join(' ')
    return { kind: 'status', text: sentText, ...(detail && { detail }) }
  }
  if (notice === 'saved' || (notice === 'failed' && key !== undefined)) return queuedNotice
  return notice && failed
}

/** The booking form, drawn as a set list. Without scripts the browser submits it as a normal form. */
export function BookingForm(props: Pick<BookingWishesProps, 'posted' | 'today' | 'songs'>) {
  const { posted, today, songs } = props
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const { state, dispatch, submit } = useBooking(form, posted)
  const { text, sending, notice, errors } = state
  const [replacement, setReplacement] = useState<OutboxEntry>()
  const hasText = !isBlank(text)
  const hasTicks = useWishedSongs(({ ids }) => ids.length > 0)
  /** A copy above the fields would move them while the next message is typed. */
  const isSent = notice === 'sent' && sending === undefined && !state.isNextBegun
  /** Until the next message is begun. */
  const isSentAndEmpty = isSent && !hasText

  /** Moves a refused message from the outbox back into the form. */
  function reopen(entry: OutboxEntry) {
    // The ticks were cleared when the message was saved, and the form sends what is ticked.
    useWishedSongs.getState().choose(entry.songIds ?? [])
    dispatch({ type: 'reopened', text: textsOf(entry) })
    void outbox.remove(entry.key)
    form.current?.querySelector('input')?.focus()
  }

  function clear() {
    dispatch({ type: 'cleared' })
    useWishedSongs.getState().clear()
    form.current?.querySelector('input')?.focus()
  }

  const edit = (entry: OutboxEntry) => (hasText ? setReplacement(entry) : reopen(entry))

  return (
    <div>
      <div className={styles.setlist}>
        <form
          ref={form}
          className={styles.form}
          // GET would put the message into the URL.
          method="post"
          action="/BookUs#answer"
          onSubmit={submit}
          onInput={({ currentTarget }) => dispatch({ type: 'typed', text: textOf(currentTarget) })}
          aria-labelledby={`${id}-title`}
        >
          <span id={`${id}-title`} hidden>
            Booking enquiry
          </span>
          <FieldErrors value={errors}>
            <BookingFields posted={posted} text={text} />
            <div
              className={styles.foot}
              id={isSent ? undefined : 'answer'}
              data-is-done={isSentAndEmpty}
            >
              <Button type="submit" aria-disabled={sending !== undefined}>
                {sending === undefined ? 'Submit' : 'Sending...'}
              </Button>
              {(hasText || hasTicks || isSentAndEmpty) && sending === undefined && (
                <TextButton data-needs-scripts onClick={clear}>
                  {isSentAndEmpty ? 'Write another' : 'Clear'}
                </TextButton>
              )}
            </div>
            <BookingResult state={state} posted={posted} isSent={isSent} />
            {/* Behind the button, so that a keyboard reaches it right after the message. */}
            <BookingWishes
              posted={posted}
              text={text}
              isSending={sending !== undefined}
              isFinished={isSentAndEmpty || (notice === 'saved' && !hasText)}
              today={today}
              songs={songs}
            />
          </FieldErrors>
          <p className={styles.privacy}>
            Only the band reads your message, to answer you. We delete it if you ask us to.
          </p>
        </form>
      </div>
      <Outbox
        hiddenKey={sending?.key}
        onEdit={edit}
        onRemove={(key) => dispatch({ type: 'removed', key })}
      />
      <SentMessages songs={songs} />
      {replacement && (
        <ConfirmDialog
          title="Replace what you are writing?"
          text="The form holds a text that was not sent."
          confirm="Replace"
          onClose={() => setReplacement(undefined)}
          onConfirm={() => reopen(replacement)}
        />
      )}
    </div>
  )
}

interface BookingResultProps {
  state: BookingState
  posted: PostedEnquiry | undefined
  /** Whether the last message was sent. */
  isSent: boolean
}

/** The result of the last submission, which scrolls into view unless the errors of fields do. A sent message has a copy of its
 * text, which stays above the fields until the next message is submitted or the form is cleared. */
function BookingResult({ state, posted, isSent }: BookingResultProps) {
  const isSlow = useIsSlow(state.sending !== undefined)
  const result = useRef<HTMLDivElement>(null)
  const { notice, errors } = state
  const hasResult = notice !== undefined && Object.keys(errors).length === 0
  useEffect(() => {
    if (!hasResult) return
    result.current?.scrollIntoView({ block: 'nearest' })
    // The optional fields are hidden once the message is sent, and with them the button that has the focus.
    if (isSent && document.activeElement?.closest('details')) result.current?.focus()
  }, [hasResult, isSent])
  return (
    <div className={styles.result} id={isSent ? 'answer' : undefined} ref={result} tabIndex={-1}>
      <Notice message={isSlow ? stillWaiting : messageOf(state, posted)} />
      {isSent && state.sentMessage && (
        <div className={styles.copy}>
          <blockquote>{state.sentMessage}</blockquote>
          <span className={styles.stamp} aria-hidden="true">
            Sent
          </span>
        </div>
      )}
    </div>
  )
}

function BookingFields({ posted, text }: Pick<BookingWishesProps, 'posted' | 'text'>) {
  const field = postedField(posted)
  /** The address when its field has last lost the focus; while it is typed, nothing is asked. */
  const [addressOnBlur, setAddressOnBlur] = useState('')
  return (
    <>
      <TextField
        label="Name"
        {...field('name')}
        autoComplete="name"
        maxLength={limits.line}
        required
      />
      <TextField
        label="Email"
        {...field('email')}
        type="email"
        autoComplete="email"
        maxLength={limits.email}
        hint={addressOnBlur === text.email ? emailHint(text.email) : ''}
        onBlur={({ currentTarget: { form, value } }) => {
          // The question would move a button away while it is pressed.
          if (!form?.querySelector('button:active')) setAddressOnBlur(value)
        }}
        required
      />
      <TextArea
        label="Message"
        {...field('message')}
        rows={4}
        maxLength={limits.message}
        // The field does not notice what was typed before hydration.
        error={lengthProblem(text.message, limits.message)}
        required
      />
      {/* A honeypot: people do not see this field, but bots fill it in. */}
      <div className={styles.trap} aria-hidden="true">
        <label>
          Leave this empty
          <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
    </>
  )
}

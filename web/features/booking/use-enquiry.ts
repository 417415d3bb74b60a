import { type FormEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PostedEnquiry } from '../../../api/contract/page'
import type { FieldError } from '../../../api/contract/problem'
import { newIdempotencyKey } from '../../api-client/idempotency-key'
import { onOutboxChange, outboxEntries } from '../../offline/outbox'
import type { Message } from '../../ui/Notice'
import {
  dropDraft,
  type Enquiry,
  type HandedOver,
  isBlank,
  isSame,
  keepDraft,
  readDraft,
} from './draft'
import { type Handed, hand } from './send'
import { sentText } from './texts'

export const success: Message = { kind: 'success', text: sentText }
const saved: Message = {
  kind: 'success',
  text: "You're offline. Your message is saved and will be sent when you're back.",
}
const failure: Message = {
  kind: 'problem',
  text: 'Error sending message. Please try again later.',
}

/** The booking form's life: a draft that outlives the page, a message on its way, one that waits.
 * @param posted what became of one that was sent without scripts */
export function useEnquiry(
  form: RefObject<HTMLFormElement | null>,
  posted: PostedEnquiry | undefined,
) {
  const waiting = useRef<HandedOver>(undefined)
  /** The key of the message that the notice says is saved. */
  const savedKey = useRef<string>(undefined)
  /** Of a person who comes back to a message it is not asked how long he took for it. */
  const shownAt = useRef<number>(undefined)
  /** The key of what is on its way. */
  const [sending, setSending] = useState<string>()
  const [message, setMessage] = useState(posted && (posted.isTaken ? success : failure))
  const [errors, setErrors] = useState(errorsByField(posted?.errors))
  const [hasText, setHasText] = useState(false)

  const current = () => (form.current ? enquiryIn(form.current) : undefined)

  function noteText() {
    const enquiry = current()
    if (enquiry) keepDraft(enquiry, waiting.current)
    setHasText(enquiry !== undefined && !isBlank(enquiry))
  }

  function put(enquiry: Enquiry) {
    if (form.current) write(form.current, enquiry)
    noteText()
  }

  function clear() {
    waiting.current = undefined
    form.current?.reset()
    // What was sent without scripts is what the form was made with.
    if (form.current) write(form.current, blank)
    dropDraft()
    setHasText(false)
    setErrors(errorsByField())
  }

  const restore = useEffectEvent(async () => {
    const draft = readDraft()
    if (draft) {
      const waits = draft.waiting && (await isWaiting(draft.waiting.key))
      if (waits) waiting.current = draft.waiting
      // What was sent meanwhile is no draft any more.
      if (draft.waiting && !waits && isSame(draft.waiting.enquiry, draft.enquiry)) dropDraft()
      // What was typed before the scripts came is newer.
      else if (form.current && isBlank(enquiryIn(form.current))) write(form.current, draft.enquiry)
    }
    setHasText(!isBlank(current() ?? blank))
  })
  useEffect(() => {
    // A page that the server rendered could be filled in before its scripts came.
    if (!posted) shownAt.current = window.isTakenOver ? performance.now() : 0
    else if (form.current) {
      const { name, email, message } = enquiryIn(form.current)
      write(form.current, {
        name: name || posted.name,
        email: email || posted.email,
        message: message || posted.message,
      })
    }
    void restore()
  }, [posted, form])

  // What did not go at first may go behind the person's back.
  const noteOutbox = useEffectEvent(async () => {
    const key = savedKey.current
    if (key !== undefined && !(await isWaiting(key))) {
      savedKey.current = undefined
      // What became of it is said at the foot of every page.
      setMessage((current) => (current === saved ? undefined : current))
    }
    const before = waiting.current
    if (!before || sending !== undefined || (await isWaiting(before.key))) return
    if (waiting.current !== before) return
    waiting.current = undefined
    setMessage(undefined)
    if (isSame(before.enquiry, current() ?? blank)) clear()
    else noteText()
  })
  useEffect(() => onOutboxChange(() => void noteOutbox()), [])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending !== undefined) return
    const enquiry = enquiryIn(event.currentTarget)
    const missing = blankFields(enquiry)
    if (missing.length > 0) {
      setMessage(undefined)
      setErrors(errorsByField(missing.map((field) => ({ field, message: required }))))
      focusFirst(event.currentTarget, missing)
      return
    }
    const website = String(new FormData(event.currentTarget).get('website') ?? '')
    const filledFor =
      shownAt.current === undefined
        ? {}
        : { filledFor: Math.round(performance.now() - shownAt.current) }
    const before = waiting.current
    const isAgain = before !== undefined && isSame(before.enquiry, enquiry)
    const key = isAgain ? before.key : newIdempotencyKey()
    const replaced = isAgain ? undefined : before?.key
    setSending(key)
    setMessage(undefined)
    setErrors(errorsByField())
    const handed = await hand(key, { ...enquiry, website, ...filledFor }, replaced).catch(
      (cause: unknown): Handed => ({ state: 'failed', cause }),
    )
    setSending(undefined)
    tell(handed, { key, enquiry })
  }

  function tell(handed: Handed, over: HandedOver) {
    if (handed.state === 'sent' || handed.state === 'saved') {
      waiting.current = undefined
      // What was typed meanwhile is the next message.
      if (isSame(current() ?? blank, over.enquiry)) clear()
      else noteText()
      savedKey.current = handed.state === 'saved' ? over.key : undefined
      setMessage(handed.state === 'sent' ? success : saved)
      return
    }
    noteFailure(handed, over)
  }

  function noteFailure(handed: Exclude<Handed, { state: 'sent' | 'saved' }>, over: HandedOver) {
    const isRefused = handed.state === 'refused'
    const reason = isRefused ? handed.problem?.detail : handed.cause
    console.error('Sending the booking enquiry failed:', reason)
    waiting.current = isRefused ? undefined : over
    noteText()
    const errors = isRefused ? (handed.problem?.errors ?? []) : []
    setErrors(errorsByField(errors))
    setMessage(failure)
    if (form.current)
      focusFirst(
        form.current,
        errors.map(({ field }) => field),
      )
  }

  return {
    sending,
    message,
    errors,
    hasText,
    submit,
    noteText,
    put,
    clear,
    /** What the person takes out of the outbox may go on standing in the form. */
    letGo(key: string) {
      if (waiting.current?.key !== key) return
      waiting.current = undefined
      noteText()
    },
  }
}

const errorsByField = (errors: FieldError[] = []): Record<string, string> =>
  Object.fromEntries(errors.map(({ field, message }) => [field, message]))

const required = 'This field is required.'

/** The fields that hold spaces alone, which the browser takes for a text. */
const blankFields = (enquiry: Enquiry) =>
  Object.entries(enquiry).flatMap(([field, text]) => (text.trim() === '' ? [field] : []))

/** Brings the person to the first of some fields. */
function focusFirst(form: HTMLFormElement, fields: readonly string[]) {
  for (const control of form.elements)
    if (fields.includes(control.getAttribute('name') ?? '')) return (control as HTMLElement).focus()
}

const blank: Enquiry = { name: '', email: '', message: '' }

const isWaiting = (key: string) =>
  outboxEntries().then(
    (entries) => entries.some((entry) => entry.key === key && entry.state === 'waiting'),
    () => false,
  )

function enquiryIn(form: HTMLFormElement): Enquiry {
  const data = new FormData(form)
  const text = (name: string) => String(data.get(name) ?? '')
  return { name: text('name'), email: text('email'), message: text('message') }
}

function write(form: HTMLFormElement, enquiry: Enquiry) {
  for (const [name, text] of Object.entries(enquiry)) {
    const field = form.elements.namedItem(name)
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
      field.value = text
  }
}

import type { EnquiryBody } from '../../../api/contract/enquiries'
import type { FieldError, ProblemDetails } from '../../../api/contract/problem'

/** The visible fields of the booking form. */
export type Enquiry = Pick<EnquiryBody, 'name' | 'email' | 'message'>

/** A text with the key that identifies it in the outbox and on the server. */
export interface Message {
  /** The Idempotency-Key. */
  key: string
  text: Enquiry
}

/** The state of the booking form. `text` is the single source of truth; the form's fields display it. */
export interface BookingState {
  text: Enquiry
  /** The message that is both in the outbox and in the form, because an attempt to send it failed. */
  queued: Message | undefined
  /** The message that is being sent. */
  sending: (Message & { replacedKey: string | undefined }) | undefined
  /** The key of the message that the notice reports as saved. */
  savedKey: string | undefined
  notice: 'sent' | 'saved' | 'failed' | undefined
  /** Error messages by the field's name, one sentence each. */
  errors: Readonly<Record<string, string>>
}

/** The result of an attempt to send a message. */
export type SendResult =
  | { type: 'sent' }
  /** The device is offline; the message is in the outbox. */
  | { type: 'saved' }
  /** The server refused the text; the person has to change it. */
  | { type: 'refused'; problem: ProblemDetails | undefined }
  /** Sending failed although the site is reachable; the message is in the outbox, if the outbox is available. */
  | { type: 'failed'; cause: unknown }

export type BookingEvent =
  | { type: 'typed'; text: Enquiry }
  | { type: 'cleared' }
  /** @param newKey the key for a message that was not sent before */
  | { type: 'submitted'; newKey: string }
  | SendResult
  /** The draft of an earlier visit was read. */
  | { type: 'restored'; draft: Draft | undefined; waiting: ReadonlySet<string> }
  /** The outbox has changed. */
  | { type: 'outboxChanged'; waiting: ReadonlySet<string> }
  /** The person has removed a message from the outbox. */
  | { type: 'removed'; key: string }
  /** The person wants to edit a refused message. */
  | { type: 'reopened'; text: Enquiry }

/** The part of the state that is stored in local storage. */
export type Draft = Pick<BookingState, 'text' | 'queued'>

export const blank: Enquiry = { name: '', email: '', message: '' }

export const initialState: BookingState = {
  text: blank,
  queued: undefined,
  sending: undefined,
  savedKey: undefined,
  notice: undefined,
  errors: {},
}

export const isBlank = ({ name, email, message }: Enquiry) => name + email + message === ''

export const isSame = (one: Enquiry, other: Enquiry) =>
  one.name === other.name && one.email === other.email && one.message === other.message

type Transitions = {
  [Type in BookingEvent['type']]: (
    state: BookingState,
    event: Extract<BookingEvent, { type: Type }>,
  ) => BookingState
}

const transitions: Transitions = {
  typed: (state, { text }) => ({ ...state, text }),
  cleared: (state) => ({ ...state, text: blank, queued: undefined, errors: {} }),

  submitted(state, { newKey }) {
    if (state.sending) return state
    const { text, queued } = state
    const missing = blankFields(text)
    if (missing.length > 0)
      return {
        ...state,
        notice: undefined,
        errors: Object.fromEntries(missing.map((field) => [field, 'This field is required.'])),
      }
    // An unchanged text keeps its Idempotency-Key, so that the server stores it only once.
    const isQueued = queued !== undefined && isSame(queued.text, text)
    return {
      ...state,
      notice: undefined,
      errors: {},
      sending: {
        key: isQueued ? queued.key : newKey,
        text,
        replacedKey: isQueued ? undefined : queued?.key,
      },
    }
  },

  sent: (state) => ({ ...withoutSending(state), notice: 'sent', savedKey: undefined }),
  saved: (state) => ({
    ...withoutSending(state),
    notice: 'saved',
    savedKey: state.sending?.key,
  }),
  refused: (state, { problem }) => ({
    ...state,
    sending: undefined,
    queued: undefined,
    notice: 'failed',
    errors: errorsByField(problem?.errors),
  }),
  failed: ({ sending, ...state }) => ({
    ...state,
    sending: undefined,
    queued: sending && { key: sending.key, text: sending.text },
    notice: 'failed',
  }),

  restored(state, { draft, waiting }) {
    if (!draft) return state
    const { text, queued } = draft
    const isWaiting = queued !== undefined && waiting.has(queued.key)
    // The draft was sent in the meantime.
    if (queued && !isWaiting && isSame(queued.text, text)) return state
    return {
      ...state,
      queued: isWaiting ? queued : undefined,
      // Text that was typed before hydration is newer than the draft.
      text: isBlank(state.text) ? text : state.text,
    }
  },

  outboxChanged(state, { waiting }) {
    const settled = withoutSettledNotice(state, waiting)
    const { queued, sending } = settled
    if (!queued || sending || waiting.has(queued.key)) return settled
    return { ...settled, notice: undefined, queued: undefined, ...emptiedIfSame(settled, queued) }
  },

  removed: (state, { key }) =>
    state.queued?.key === key ? { ...state, queued: undefined } : state,
  reopened: (state, { text }) => ({ ...state, text }),
}

/** The next state of the booking form. */
export const reduce = (state: BookingState, event: BookingEvent): BookingState =>
  transitions[event.type](state, event as never)

/** The state after a message was sent or saved. Text that was typed in the meantime stays, as the next message. */
const withoutSending = (state: BookingState): BookingState => ({
  ...state,
  sending: undefined,
  queued: undefined,
  ...(state.sending && emptiedIfSame(state, state.sending)),
})

const emptiedIfSame = (state: BookingState, { text }: Message) =>
  isSame(state.text, text) ? { text: blank, errors: {} } : {}

/** Removes the notice 'saved' when the message has left the outbox; `useOutboxNews` reports the result. */
function withoutSettledNotice(state: BookingState, waiting: ReadonlySet<string>): BookingState {
  const { savedKey, notice } = state
  if (savedKey === undefined || waiting.has(savedKey)) return state
  return { ...state, savedKey: undefined, notice: notice === 'saved' ? undefined : notice }
}

/** The fields that are empty or contain only whitespace, which the browser's `required` check accepts. */
const blankFields = (enquiry: Enquiry) =>
  Object.entries(enquiry).flatMap(([field, text]) => (text.trim() === '' ? [field] : []))

/** Error messages by the field's name. */
export const errorsByField = (
  errors: readonly FieldError[] = [],
): Readonly<Record<string, string>> =>
  Object.fromEntries(errors.map(({ field, message }) => [field, message]))

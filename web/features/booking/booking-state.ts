import type { EnquiryBody } from '../../../api/contract/enquiries'
import type { FieldError, ProblemDetails } from '../../../api/contract/problem'

/** The fields that a person fills in. */
export type Enquiry = Pick<EnquiryBody, 'name' | 'email' | 'message'>

/** A text under the key by which outbox and server know it. */
export interface Message {
  /** The Idempotency-Key. */
  key: string
  text: Enquiry
}

/** Everything that the booking form knows. The text is at one place; the fields of the form show it. */
export interface BookingState {
  text: Enquiry
  /** What waits in the outbox while it still stands in the form: an attempt to send it failed. */
  queued: Message | undefined
  /** What is on its way now. */
  sending: (Message & { replacedKey: string | undefined }) | undefined
  /** The key of the message about which the notice says that it is saved. */
  savedKey: string | undefined
  notice: 'sent' | 'saved' | 'failed' | undefined
  /** One sentence for each field that was refused. */
  errors: Readonly<Record<string, string>>
}

/** How an attempt to send a message ended. */
export type SendResult =
  | { type: 'sent' }
  /** The message waits for a network. */
  | { type: 'saved' }
  /** The text has to change. */
  | { type: 'refused'; problem: ProblemDetails | undefined }
  /** There is a network, and it failed all the same; the message waits in the outbox, if there is one. */
  | { type: 'failed'; cause: unknown }

export type BookingEvent =
  | { type: 'typed'; text: Enquiry }
  | { type: 'cleared' }
  /** @param newKey for a message that was never sent before */
  | { type: 'submitted'; newKey: string }
  | SendResult
  /** The draft of an earlier visit was read. */
  | { type: 'restored'; draft: Draft | undefined; waiting: ReadonlySet<string> }
  /** The outbox has changed. */
  | { type: 'outboxChanged'; waiting: ReadonlySet<string> }
  /** The person has taken a message out of the outbox. */
  | { type: 'removed'; key: string }
  /** The person wants to edit a refused message. */
  | { type: 'reopened'; text: Enquiry }

/** What outlives the page. */
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
    // The same text keeps its key, so that the server stores it once however often it arrives.
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
    // It was sent meanwhile, so it is no draft any more.
    if (queued && !isWaiting && isSame(queued.text, text)) return state
    return {
      ...state,
      queued: isWaiting ? queued : undefined,
      // What was typed before the scripts came is newer.
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

/** After a message has left the form. What was typed meanwhile is the next message. */
const withoutSending = (state: BookingState): BookingState => ({
  ...state,
  sending: undefined,
  queued: undefined,
  ...(state.sending && emptiedIfSame(state, state.sending)),
})

const emptiedIfSame = (state: BookingState, { text }: Message) =>
  isSame(state.text, text) ? { text: blank, errors: {} } : {}

/** "Saved" is no longer true when the message has left the outbox; what became of it is said at the foot of the page. */
function withoutSettledNotice(state: BookingState, waiting: ReadonlySet<string>): BookingState {
  const { savedKey, notice } = state
  if (savedKey === undefined || waiting.has(savedKey)) return state
  return { ...state, savedKey: undefined, notice: notice === 'saved' ? undefined : notice }
}

/** The fields that are empty or hold only spaces, which the browser takes for a text. */
const blankFields = (enquiry: Enquiry) =>
  Object.entries(enquiry).flatMap(([field, text]) => (text.trim() === '' ? [field] : []))

/** One sentence for each field that was refused. */
export const errorsByField = (
  errors: readonly FieldError[] = [],
): Readonly<Record<string, string>> =>
  Object.fromEntries(errors.map(({ field, message }) => [field, message]))

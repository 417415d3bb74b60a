import type { EnquiryBody } from '../../../api/contract/enquiries'
import type { FieldError, ProblemDetails } from '../../../api/contract/problem'
import { lengthProblem, limits } from '../../../api/shared/limits'
import type { OutboxEntry } from '../../offline/database'

/** The fields of the booking form as texts; the ids of songs are separated by commas. */
export const blank = {
  name: '',
  email: '',
  message: '',
  date: '',
  place: '',
  occasion: '',
  guests: '',
  phone: '',
  songIds: '',
}
export type Enquiry = typeof blank
export const fieldNames = Object.keys(blank) as (keyof Enquiry)[]

/** The texts of the form for what was sent, or is in the outbox. */
export const textsOf = (body: { readonly [Name in keyof Enquiry]?: unknown }): Enquiry =>
  Object.fromEntries(fieldNames.map((name) => [name, String(body[name] ?? '')])) as Enquiry

/** The body of the request with the texts of the form; what is empty is absent. */
export function bodyOf({ name, email, message, guests, songIds, ...rest }: Enquiry): EnquiryBody {
  const wishes = Object.fromEntries(Object.entries(rest).filter(([, text]) => text.trim() !== ''))
  return {
    name,
    email,
    message,
    ...wishes,
    ...(guests !== '' && { guests: Number(guests) }),
    ...(songIds !== '' && { songIds: songIds.split(',') }),
  }
}

/** A message in the outbox, as far as the form is concerned. */
export type OutboxMessage = Pick<OutboxEntry, 'key' | 'state' | keyof Enquiry>

/** The text in the form. It outlives the page. */
export interface Draft {
  text: Enquiry
  /** The key of the message in the outbox that was sent with this text, and is not delivered yet. */
  key: string | undefined
  /** Whether the text was edited since. */
  isEdited: boolean
}

/** The state of the booking form. */
export interface BookingState extends Draft {
  /** The message that is being sent. */
  sending: { key: string; text: Enquiry; replacedKey: string | undefined } | undefined
  /** The key of the message that the notice `saved` is about. */
  savedKey: string | undefined
  notice: 'sent' | 'saved' | 'failed' | undefined
  /** The reference of the message that the notice `sent` is about, if it is known. */
  reference?: string | undefined
  /** The text of the message that the notice `sent` is about. */
  sentMessage?: string | undefined
  /** Whether the next message was begun before the notice `sent` was shown. */
  isNextBegun?: boolean
  /** Error messages by the field's name. */
  errors: Readonly<Record<string, string>>
}

/** The result of an attempt to send a message. */
export type SendResult =
  | { type: 'sent'; reference?: string | undefined }
  /** The device is offline; the message is in the outbox. */
  | { type: 'saved' }
  /** The server refused the text. */
  | { type: 'refused'; problem: ProblemDetails | undefined }
  /** The attempt failed although the device is online.
   * @param isQueued whether the message is in the outbox */
  | { type: 'failed'; cause: unknown; isQueued: boolean }

export type BookingEvent =
  | { type: 'typed'; text: Enquiry }
  | { type: 'cleared' }
  /** The form was submitted.
   * @param newKey the key for a message that has none yet */
  | { type: 'submitted'; newKey: string; outbox: readonly OutboxMessage[] }
  | SendResult
  /** The stored draft and the outbox were read. */
  | { type: 'restored'; draft: Draft | undefined; outbox: readonly OutboxMessage[] }
  | { type: 'outboxChanged'; outbox: readonly OutboxMessage[] }
  /** The visitor removed a message from the outbox. */
  | { type: 'removed'; key: string }
  /** The visitor moved a refused message from the outbox back into the form. */
  | { type: 'reopened'; text: Enquiry }

const blankDraft: Draft = { text: blank, key: undefined, isEdited: false }

export const initialState: BookingState = {
  ...blankDraft,
  sending: undefined,
  savedKey: undefined,
  notice: undefined,
  errors: {},
}

/** Whether nothing was typed; ticked songs alone are no message. */
export const isBlank = ({ songIds: _, ...typed }: Enquiry) => Object.values(typed).join('') === ''

export const isSame = (one: Enquiry, other: Enquiry) =>
  fieldNames.every((name) => one[name] === other[name])

type Transitions = {
  [Type in BookingEvent['type']]: (
    state: BookingState,
    event: Extract<BookingEvent, { type: Type }>,
  ) => BookingState
}

const transitions: Transitions = {
  typed: (state, { text }) => ({
    ...state,
    text,
    isEdited: state.isEdited || !isSame(state.text, text),
  }),
  cleared: (state) => ({ ...state, ...blankDraft, notice: undefined, errors: {} }),

  submitted(state, { newKey, outbox }) {
    if (state.sending) return state
    const { text, key } = state
    const errors = errorsOf(text)
    if (Object.keys(errors).length > 0) return { ...state, notice: undefined, errors }
    // The same text keeps its key, so that the server stores it only once.
    const queued = outbox.find((message) => message.key === key)
    const isRepeated = queued !== undefined && isSame(textsOf(queued), text)
    const sending = {
      key: isRepeated ? queued.key : newKey,
      text,
      replacedKey: isRepeated ? undefined : queued?.key,
    }
    return { ...state, isEdited: false, notice: undefined, errors: {}, sending }
  },

  sent: (state, { reference }) => ({
    ...afterDelivery(state),
    notice: 'sent',
    savedKey: undefined,
    sentMessage: state.sending?.text.message,
    isNextBegun: state.isEdited,
    ...(reference !== undefined && { reference }),
  }),
  saved: (state) => ({ ...afterDelivery(state), notice: 'saved', savedKey: state.sending?.key }),
  refused: (state, { problem }) => ({
    ...state,
    sending: undefined,
    key: undefined,
    notice: 'failed',
    errors: errorsByField(problem?.errors),
  }),
  failed: (state, { isQueued }) => ({
    ...state,
    sending: undefined,
    key: isQueued ? state.sending?.key : undefined,
    notice: 'failed',
  }),

  restored(state, { draft, outbox }) {
    if (!draft) return state
    const isQueued = draft.key !== undefined && isWaiting(draft.key, outbox)
    // The message was delivered in the meantime.
    if (draft.key !== undefined && !isQueued && !draft.isEdited) return state
    return {
      ...state,
      key: isQueued ? draft.key : undefined,
      // Text that was typed before hydration is newer than the stored one.
      ...(isBlank(state.text) && { text: draft.text, isEdited: draft.isEdited }),
    }
  },

  outboxChanged(state, { outbox }) {
    const current = withoutOldNotice(state, outbox)
    const { key, sending, isEdited } = current
    // The result of sending decides about a message that is being sent.
    if (sending) return isWaiting(sending.key, outbox) ? { ...current, key: sending.key } : current
    if (key === undefined || isWaiting(key, outbox)) return current
    return isEdited
      ? { ...current, key: undefined, notice: undefined }
      : { ...current, ...blankDraft, notice: undefined, errors: {} }
  },

  removed: (state, { key }) => (state.key === key ? { ...state, key: undefined } : state),
  reopened: (state, { text }) => ({ ...state, ...blankDraft, text, notice: undefined }),
}

/** The next state of the booking form. */
export const reduce = (state: BookingState, event: BookingEvent): BookingState =>
  transitions[event.type](state, event as never)

/** The state after a message has left the form: text that was edited meanwhile is the next message. */
const afterDelivery = (state: BookingState): BookingState => ({
  ...state,
  sending: undefined,
  key: undefined,
  ...(!state.isEdited && { ...blankDraft, errors: {} }),
})

const isWaiting = (key: string, outbox: readonly OutboxMessage[]) =>
  outbox.some((message) => message.key === key && message.state === 'waiting')

/** Removes the notice `saved` when its message has left the outbox; a message on every page says what became of it. */
function withoutOldNotice(state: BookingState, outbox: readonly OutboxMessage[]): BookingState {
  const { savedKey, notice } = state
  if (savedKey === undefined || isWaiting(savedKey, outbox)) return state
  return { ...state, savedKey: undefined, notice: notice === 'saved' ? undefined : notice }
}

/** Error messages by the field's name about what the browser's own checks accept: whitespace alone, and a message that is too
 * long. */
function errorsOf(enquiry: Enquiry): BookingState['errors'] {
  const empty = (['name', 'email', 'message'] as const).filter((name) => !enquiry[name].trim())
  const message = lengthProblem(enquiry.message.trim(), limits.message)
  return {
    ...(message && { message }),
    ...Object.fromEntries(empty.map((name) => [name, 'This field is required.'])),
  }
}

/** Error messages by the field's name. */
export const errorsByField = (errors: readonly FieldError[] = []): BookingState['errors'] =>
  Object.fromEntries(errors.map(({ field, message }) => [field, message]))

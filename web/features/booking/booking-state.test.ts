import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type BookingEvent,
  type BookingState,
  blank,
  type Draft,
  initialState,
  isSame,
  type OutboxMessage,
  reduce,
} from './booking-state'

const text = { ...blank, name: 'Pat', email: 'pat@example.org', message: 'A wedding in June?' }
const other = { ...text, message: 'A barn dance?' }
const nothing: readonly OutboxMessage[] = []
const inOutbox = (
  key: string,
  { name, email, message }: typeof text,
  state: OutboxMessage['state'] = 'waiting',
) => [{ name, email, message, key, state }]

const stateAfter = (events: BookingEvent[], state: BookingState = initialState) =>
  events.reduce(reduce, state)

const typed: BookingEvent = { type: 'typed', text }
const submitted: BookingEvent = { type: 'submitted', newKey: 'first', outbox: nothing }
const failed: BookingEvent = { type: 'failed', cause: 'no response', isQueued: true }

describe('a message', () => {
  it('that is too long is not sent, and stays in the form', () => {
    const message = '🎸'.repeat(5_001)
    const long: BookingEvent = { type: 'typed', text: { ...text, message } }
    const state = stateAfter([long, submitted])
    expect(state).toMatchObject({ sending: undefined, text: { message } })
    const problem = 'This must have at most 5,000 characters. It has 5,001.'
    expect(state.errors).toEqual({ message: problem })
    const shorter: BookingEvent = { type: 'typed', text: { ...text, message: message.slice(2) } }
    expect(stateAfter([shorter, submitted], state).sending?.key).toBe('first')
  })

  it('leaves the form when it is sent', () => {
    const state = stateAfter([typed, submitted, { type: 'sent' }])
    const sent = { notice: 'sent', sentMessage: text.message, isNextBegun: false }
    expect(state).toEqual({ ...initialState, ...sent })
  })

  it('leaves the next one, which was begun meanwhile, in the form', () => {
    const state = stateAfter([typed, submitted, { type: 'typed', text: other }, { type: 'sent' }])
    expect(state).toMatchObject({ text: other, notice: 'sent', isNextBegun: true })
  })

  it('that was refused is edited without the notice of another one', () => {
    const state = stateAfter([
      typed,
      submitted,
      { type: 'sent' },
      { type: 'reopened', text: other },
    ])
    expect(state).toMatchObject({ text: other, notice: undefined })
  })

  it('is not sent twice while it is on its way', () => {
    const state = stateAfter([typed, submitted])
    expect(reduce(state, { type: 'submitted', newKey: 'second', outbox: nothing })).toBe(state)
    expect(state.sending).toEqual({ key: 'first', text, replacedKey: undefined })
  })

  it('with blank fields is not sent', () => {
    const state = stateAfter([{ type: 'typed', text: { ...text, message: '  ' } }, submitted])
    expect(state.sending).toBeUndefined()
    expect(state.errors).toEqual({ message: 'This field is required.' })
  })

  it('that failed keeps its key while its text is the same', () => {
    const state = stateAfter([typed, submitted, failed])
    expect(state).toMatchObject({ text, notice: 'failed', key: 'first' })
    const outbox = inOutbox('first', text)
    const again = reduce(state, { type: 'submitted', newKey: 'second', outbox })
    expect(again.sending).toEqual({ key: 'first', text, replacedKey: undefined })
    const corrected = stateAfter(
      [
        { type: 'typed', text: other },
        { type: 'submitted', newKey: 'second', outbox },
      ],
      state,
    )
    expect(corrected.sending).toEqual({ key: 'second', text: other, replacedKey: 'first' })
  })

  it('that the server refused stays in the form, with its errors', () => {
    const errors = [{ field: 'email', message: 'This must be a valid email address.' }]
    const problem = { type: 'about:blank', title: 'No', status: 422, detail: 'No.', errors }
    const state = stateAfter([typed, submitted, { type: 'refused', problem }])
    expect(state).toEqual({
      ...initialState,
      text,
      notice: 'failed',
      errors: { email: 'This must be a valid email address.' },
    })
  })

  it('that is saved offline is said to be saved until it leaves the outbox', () => {
    const state = stateAfter([typed, submitted, { type: 'saved' }])
    expect(state).toMatchObject({ text: blank, notice: 'saved', savedKey: 'first' })
    const outbox = inOutbox('first', text)
    expect(reduce(state, { type: 'outboxChanged', outbox }).notice).toBe('saved')
    expect(reduce(state, { type: 'outboxChanged', outbox: nothing })).toEqual(initialState)
  })

  it('that failed and was then sent in the background leaves the form', () => {
    const state = stateAfter([typed, submitted, failed])
    expect(reduce(state, { type: 'outboxChanged', outbox: nothing })).toEqual(initialState)
    const edited = stateAfter(
      [
        { type: 'typed', text: other },
        { type: 'outboxChanged', outbox: nothing },
      ],
      state,
    )
    expect(edited).toMatchObject({ text: other, key: undefined })
  })
})

it('that failed where there is no outbox stays in the form', () => {
  const withoutOutbox: BookingEvent = { type: 'failed', cause: 'no response', isQueued: false }
  const state = stateAfter([typed, submitted, withoutOutbox])
  expect(state).toMatchObject({ text, key: undefined, notice: 'failed' })
  expect(reduce(state, { type: 'outboxChanged', outbox: nothing }).text).toEqual(text)
  const draft: Draft = { text: state.text, key: state.key, isEdited: state.isEdited }
  expect(reduce(initialState, { type: 'restored', draft, outbox: nothing }).text).toEqual(text)
})

it('a message that is in the outbox while it is being sent keeps its key after a reload', () => {
  const outbox = inOutbox('first', text)
  const { key, isEdited } = stateAfter([typed, submitted, { type: 'outboxChanged', outbox }])
  const state = reduce(initialState, { type: 'restored', draft: { text, key, isEdited }, outbox })
  const again = reduce(state, { type: 'submitted', newKey: 'second', outbox })
  expect(again.sending?.key).toBe('first')
})

describe('the draft of an earlier visit', () => {
  const draft: Draft = { text, key: 'first', isEdited: false }

  it('comes back, with the message in the outbox that it is', () => {
    const outbox = inOutbox('first', text)
    const state = reduce(initialState, { type: 'restored', draft, outbox })
    expect(state).toMatchObject(draft)
  })

  it('stays away when it was sent meanwhile', () => {
    expect(reduce(initialState, { type: 'restored', draft, outbox: nothing })).toBe(initialState)
    const edited = { ...draft, isEdited: true }
    expect(reduce(initialState, { type: 'restored', draft: edited, outbox: nothing }).text).toEqual(
      text,
    )
  })

  it('does not replace text that was typed before the draft was read', () => {
    const event: BookingEvent = {
      type: 'restored',
      draft: { text: other, key: undefined, isEdited: true },
      outbox: nothing,
    }
    expect(stateAfter([typed, event]).text).toEqual(text)
  })
})

it('loses no text that was typed while another message was on its way', () => {
  const texts = fc.constantFrom(text, other, { ...text, name: 'Sam' })
  const results = fc.constantFrom<BookingEvent>({ type: 'sent' }, { type: 'saved' }, failed, {
    type: 'refused',
    problem: undefined,
  })
  fc.assert(
    fc.property(texts, texts, results, (sent, later, result) => {
      fc.pre(!isSame(sent, later))
      const events: BookingEvent[] = [
        { type: 'typed', text: sent },
        submitted,
        { type: 'typed', text: later },
        result,
      ]
      expect(stateAfter(events).text).toEqual(later)
    }),
  )
})

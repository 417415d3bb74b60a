import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type BookingEvent,
  type BookingState,
  blank,
  initialState,
  isSame,
  reduce,
} from './booking-state'

const text = { name: 'Pat', email: 'pat@example.org', message: 'A wedding in June?' }
const other = { ...text, message: 'A barn dance?' }
const nothing: ReadonlySet<string> = new Set()

const stateAfter = (events: BookingEvent[], state: BookingState = initialState) =>
  events.reduce(reduce, state)

const typed: BookingEvent = { type: 'typed', text }
const submitted: BookingEvent = { type: 'submitted', newKey: 'first' }
const failed: BookingEvent = { type: 'failed', cause: 'no response' }

describe('a message', () => {
  it('leaves the form when it is sent', () => {
    const state = stateAfter([typed, submitted, { type: 'sent' }])
    expect(state).toEqual({ ...initialState, notice: 'sent' })
  })

  it('is not sent twice while it is on its way', () => {
    const state = stateAfter([typed, submitted])
    expect(reduce(state, { type: 'submitted', newKey: 'second' })).toBe(state)
    expect(state.sending).toEqual({ key: 'first', text, replacedKey: undefined })
  })

  it('with blank fields is not sent', () => {
    const state = stateAfter([{ type: 'typed', text: { ...text, message: '  ' } }, submitted])
    expect(state.sending).toBeUndefined()
    expect(state.errors).toEqual({ message: 'This field is required.' })
  })

  it('that failed keeps its key while its text is the same', () => {
    const state = stateAfter([typed, submitted, failed])
    expect(state).toMatchObject({ text, notice: 'failed', queued: { key: 'first', text } })
    const again = reduce(state, { type: 'submitted', newKey: 'second' })
    expect(again.sending).toEqual({ key: 'first', text, replacedKey: undefined })
    const corrected = stateAfter(
      [
        { type: 'typed', text: other },
        { type: 'submitted', newKey: 'second' },
      ],
      state,
    )
    expect(corrected.sending).toEqual({ key: 'second', text: other, replacedKey: 'first' })
  })

  it('that the server refused stays in the form, with what is wrong', () => {
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
    const waiting = new Set(['first'])
    expect(reduce(state, { type: 'outboxChanged', waiting }).notice).toBe('saved')
    expect(reduce(state, { type: 'outboxChanged', waiting: nothing })).toEqual(initialState)
  })

  it('that failed and was then sent in the background leaves the form', () => {
    const state = stateAfter([typed, submitted, failed])
    expect(reduce(state, { type: 'outboxChanged', waiting: nothing })).toEqual(initialState)
    const edited = stateAfter(
      [
        { type: 'typed', text: other },
        { type: 'outboxChanged', waiting: nothing },
      ],
      state,
    )
    expect(edited).toMatchObject({ text: other, queued: undefined })
  })
})

describe('the draft of an earlier visit', () => {
  const queued = { key: 'first', text }

  it('comes back, with the message in the outbox that it is', () => {
    const waiting = new Set(['first'])
    const state = reduce(initialState, { type: 'restored', draft: { text, queued }, waiting })
    expect(state).toMatchObject({ text, queued })
  })

  it('stays away when it was sent meanwhile', () => {
    const draft = { text, queued }
    expect(reduce(initialState, { type: 'restored', draft, waiting: nothing })).toBe(initialState)
  })

  it('does not replace what was typed before it was read', () => {
    const event: BookingEvent = {
      type: 'restored',
      draft: { text: other, queued: undefined },
      waiting: nothing,
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

import { type FormEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { createStore, useStore } from 'zustand'
import type { PostedEnquiry } from '../../../api/contract/page'
import { newIdempotencyKey } from '../../api-client/idempotency-key'
import { isHydrated } from '../../hydration/hydration'
import { followOutbox, useOutbox, waitingKeys } from '../../offline/outbox.store'
import {
  type BookingEvent,
  type BookingState,
  type Enquiry,
  errorsByField,
  initialState,
  isBlank,
  isSame,
  reduce,
} from './booking-state'
import { readDraft, writeDraft } from './draft-storage'
import { send } from './send'

/** Runs the booking form: `booking-state.ts` says what happens, and this hook carries it to the fields, to the storage
 * and to the outbox.
 * @param posted what became of the form when it was sent without scripts */
export function useBooking(
  form: RefObject<HTMLFormElement | null>,
  posted: PostedEnquiry | undefined,
) {
  const [store] = useState(() => createStore<BookingState>(() => stateAfterPost(posted)))
  const state = useStore(store)
  const isRestored = useRef(false)
  const elapsed = useElapsed(posted)

  const dispatch = useCallback(
    (event: BookingEvent): BookingState => {
      const next = reduce(store.getState(), event)
      store.setState(next, true)
      if (event.type !== 'typed' && form.current) showText(form.current, next.text)
      if (isRestored.current) writeDraft(next)
      return next
    },
    [store, form],
  )

  useEffect(() => {
    // A page that the server rendered can be filled in before its scripts have come.
    const typed = form.current && textOf(form.current)
    if (typed && !isBlank(typed)) dispatch({ type: 'typed', text: typed })
    followOutbox()
    function follow({ entries }: { entries: Parameters<typeof waitingKeys>[0] | undefined }) {
      if (!entries) return
      const waiting = waitingKeys(entries)
      if (isRestored.current) return void dispatch({ type: 'outboxChanged', waiting })
      const draft = readDraft()
      isRestored.current = true
      dispatch({ type: 'restored', draft, waiting })
    }
    follow(useOutbox.getState())
    return useOutbox.subscribe(follow)
  }, [dispatch, form])

  const { errors } = state
  useEffect(() => {
    if (form.current) focusFirst(form.current, Object.keys(errors))
  }, [form, errors])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const element = event.currentTarget
    if (store.getState().sending) return
    const website = String(new FormData(element).get('website') ?? '')
    dispatch({ type: 'typed', text: textOf(element) })
    const { sending } = dispatch({ type: 'submitted', newKey: newIdempotencyKey() })
    if (!sending) return
    const enquiry = { ...sending.text, website, ...elapsed() }
    const result = await send(sending.key, enquiry, sending.replacedKey)
    if (result.type === 'refused')
      console.error('Sending the booking enquiry failed:', result.problem?.detail)
    if (result.type === 'failed') console.error('Sending the booking enquiry failed:', result.cause)
    dispatch(result)
  }

  return { state, dispatch, submit }
}

function stateAfterPost(posted: PostedEnquiry | undefined): BookingState {
  if (!posted) return initialState
  const { isTaken, name, email, message } = posted
  return {
    ...initialState,
    text: { name, email, message },
    notice: isTaken ? 'sent' : 'failed',
    errors: errorsByField(posted.errors),
  }
}

/** How long a person takes for the form, which tells them from programs. It isn't known of somebody who comes back to a
 * form that was sent without scripts. */
function useElapsed(posted: PostedEnquiry | undefined) {
  /** Milliseconds since the page was opened. */
  const shownAt = useRef<number>(undefined)
  useEffect(() => {
    // What the server rendered was there from the beginning.
    if (!posted) shownAt.current = isHydrated() ? performance.now() : 0
  }, [posted])
  return () =>
    shownAt.current === undefined
      ? {}
      : { filledFor: Math.round(performance.now() - shownAt.current) }
}

/** Brings the person to the first of some fields. */
function focusFirst(form: HTMLFormElement, fields: readonly string[]) {
  for (const control of form.elements)
    if (fields.includes(control.getAttribute('name') ?? '')) return (control as HTMLElement).focus()
}

/** What stands in the fields of the form. */
export function textOf(form: HTMLFormElement): Enquiry {
  const data = new FormData(form)
  const text = (name: string) => String(data.get(name) ?? '')
  return { name: text('name'), email: text('email'), message: text('message') }
}

function showText(form: HTMLFormElement, enquiry: Enquiry) {
  if (isSame(textOf(form), enquiry)) return
  for (const [name, text] of Object.entries(enquiry)) {
    const field = form.elements.namedItem(name)
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
      field.value = text
  }
}

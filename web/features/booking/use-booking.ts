import { type FormEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { createStore, useStore } from 'zustand'
import type { EnquiryBody } from '../../../api/contract/enquiries'
import type { PostedEnquiry } from '../../../api/contract/page'
import { newIdempotencyKey } from '../../api-client/idempotency-key'
import { focusField } from '../../browser/focus-field'
import { isHydrated } from '../../hydration/hydration'
import { followOutbox, refreshOutbox, useOutbox } from '../../offline/outbox.store'
import { useWishedSongs } from '../../wishes/wished-songs.store'
import {
  type BookingEvent,
  type BookingState,
  bodyOf,
  type Enquiry,
  errorsByField,
  initialState,
  isBlank,
  isSame,
  reduce,
  type SendResult,
  textsOf,
} from './booking-state'
import { readDraft, writeDraft } from './draft-storage'
import { send, stopWatching } from './send'
import { keepSentMessage } from './sent-messages.store'

/** Connects the state machine in `booking-state.ts` with the form's fields, the stored draft and the outbox.
 * @param posted the result of a submission without scripts */
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
      // The fields then hide the browser's messages, as after a reset.
      if (event.type === 'cleared' || event.type === 'reopened')
        form.current?.dispatchEvent(new Event('reset'))
      if (isRestored.current) writeDraft(next)
      return next
    },
    [store, form],
  )

  useEffect(() => {
    // A server-rendered form can be filled in before hydration.
    const typed = form.current && textOf(form.current)
    if (typed && !isBlank(typed)) dispatch({ type: 'typed', text: typed })
    followOutbox()
    function follow({ entries }: ReturnType<typeof useOutbox.getState>) {
      if (!entries) return
      if (isRestored.current) return void dispatch({ type: 'outboxChanged', outbox: entries })
      const draft = readDraft()
      isRestored.current = true
      dispatch({ type: 'restored', draft, outbox: entries })
    }
    follow(useOutbox.getState())
    const stop = useOutbox.subscribe(follow)
    return () => {
      stop()
      stopWatching()
    }
  }, [dispatch, form])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const element = event.currentTarget
    if (store.getState().sending) return
    const website = String(new FormData(element).get('website') ?? '')
    dispatch({ type: 'typed', text: textOf(element) })
    const outbox = useOutbox.getState().entries ?? []
    const { sending, errors } = dispatch({ type: 'submitted', newKey: newIdempotencyKey(), outbox })
    if (!sending) return focusFirst(element, Object.keys(errors))
    const enquiry = { ...bodyOf(sending.text), website, ...elapsed() }
    const result = await send(sending.key, enquiry, sending.replacedKey)
    if (result.type === 'refused')
      console.error('Sending the booking enquiry failed:', result.problem?.detail)
    if (result.type === 'failed') console.error('Sending the booking enquiry failed:', result.cause)
    noteSent(enquiry, result)
    if (!element.isConnected) return
    focusFirst(element, Object.keys(dispatch(result).errors))
    // The worker or another tab may have sent the message in the meantime.
    void refreshOutbox()
  }

  return { state, dispatch, submit }
}

/** Keeps a copy of a sent message, and clears the ticked songs, because the next message is about another night. */
function noteSent(enquiry: EnquiryBody, result: SendResult) {
  if (result.type === 'sent') {
    keepSentMessage({ ...enquiry, reference: result.reference })
    // The form may have been left: its draft would be offered as unsent.
    const draft = readDraft()
    if (draft && isSame(draft.text, textsOf(enquiry))) writeDraft(initialState)
  }
  const hasLeft = result.type === 'sent' || result.type === 'saved'
  if (hasLeft && enquiry.songIds) useWishedSongs.getState().clear()
}

function stateAfterPost(posted: PostedEnquiry | undefined): BookingState {
  if (!posted) return initialState
  const { isAccepted, fields } = posted
  return {
    ...initialState,
    text: textsOf(fields),
    notice: isAccepted ? 'sent' : 'failed',
    reference: posted.reference,
    errors: errorsByField(posted.errors),
  }
}

/** Measures the time between the display of the form and its submission, which helps the server to detect bots. The
 * time is unknown after a submission without scripts. */
function useElapsed(posted: PostedEnquiry | undefined) {
  /** When the form was displayed, in milliseconds since the page was opened. */
  const shownAt = useRef<number>(undefined)
  useEffect(() => {
    // A server-rendered form is displayed from the start.
    if (!posted) shownAt.current = isHydrated() ? performance.now() : 0
  }, [posted])
  return () =>
    shownAt.current === undefined
      ? {}
      : { filledFor: Math.round(performance.now() - shownAt.current) }
}

/** Focuses the first of the named fields, in the order of the form. */
function focusFirst(form: HTMLFormElement, fields: readonly string[]) {
  const found = [...form.elements].find((control) =>
    fields.includes(control.getAttribute('name') ?? ''),
  )
  if (found instanceof HTMLElement) focusField(found)
}

/** The values of the form's fields. */
export const textOf = (form: HTMLFormElement): Enquiry =>
  textsOf(Object.fromEntries(new FormData(form)))

function showText(form: HTMLFormElement, enquiry: Enquiry) {
  if (isSame(textOf(form), enquiry)) return
  for (const [name, text] of Object.entries(enquiry)) {
    const field = form.elements.namedItem(name) as HTMLInputElement | null
    // The hidden field of ticked songs follows the ticks.
    if (field && field.type !== 'hidden') field.value = text
  }
}

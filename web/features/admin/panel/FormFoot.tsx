import X from 'lucide-react/icons/x'
import { useEffect, useEffectEvent, useRef } from 'react'
import { focusField } from '../../../browser/focus-field'
import { Button, QuietButton, TextButton } from '../../../ui/Button'
import { Notice } from '../../../ui/Notice'
import { roundClass } from '../../../ui/round-button'
import { useChanges } from '../changes/changes.store'
import { Actions, NoticeRow, SubmitRow, WholeRow } from './Panel'
import type { ChangeMessage } from './use-saving'

interface FormActionsProps {
  submit: string
  isBusy: boolean
  /** Leaves edit mode; undefined while the form is not in edit mode. */
  onCancel: (() => void) | undefined
}

/** The submit and cancel buttons of an admin form. */
export const FormActions = ({ submit, isBusy, onCancel }: FormActionsProps) => (
  <SubmitRow>
    <Actions>
      <Button type="submit" aria-disabled={isBusy}>
        {submit}
      </Button>
      {onCancel && <QuietButton onClick={onCancel}>Cancel</QuietButton>}
    </Actions>
  </SubmitRow>
)

/** The submit button of a form that is one of several on its page. */
export const QuietSubmit = ({ isBusy, children }: { isBusy: boolean; children: string }) => (
  <WholeRow>
    <QuietButton type="submit" aria-disabled={isBusy}>
      {children}
    </QuietButton>
  </WholeRow>
)

/** The result of the last change. When it appears, the first invalid field of the form or section gets the focus; if all are
 * valid, the message scrolls into view. */
export function FormNotice({ message }: { message: ChangeMessage | undefined }) {
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!message) return
    const form = region.current?.closest('form, section')
    const marked = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (marked) focusField(marked)
    else if (!isInView(region.current)) region.current?.scrollIntoView({ block: 'nearest' })
  }, [message])
  return (
    <WholeRow ref={region}>
      <Notice message={message} />
    </WholeRow>
  )
}

/** Whether an element is in the window and nothing covers it. Scrolling to a notice that sticks to the foot would move the page
 * needlessly. */
function isInView(element: HTMLElement | null): boolean {
  if (!element) return false
  const { left, width, top, bottom } = element.getBoundingClientRect()
  return [top + 1, bottom - 1].every((y) =>
    element.contains(document.elementFromPoint(left + width / 2, y)),
  )
}

interface RecordNoticeProps {
  message: ChangeMessage | undefined
  /** Whether it is closed at once if another notice is shown. */
  isSecondary?: boolean
  onClose: () => void
}

/** Milliseconds. */
const noticeDuration = 10_000

/** The notice that was shown last. Notices of several lists on a page would cover one another; those in a hidden tab don't. */
let newest: { row: HTMLElement; close: () => void } | undefined

/** The result of the last change of a list, at the foot of the window. It stays until a person closes it, the next change (also
 * of another list on the page) replaces it, or the change that waited on this device has a response. A confirmation leaves by
 * itself unless it has the focus; problems, hints and messages with a next step stay, and so does an undo that nothing else
 * offers. */
export function RecordNotice({ message, isSecondary = false, onClose }: RecordNoticeProps) {
  const { entries } = useChanges()
  const waitingKey = message?.waitingKey
  const isWaiting = entries.some(({ key, state }) => key === waitingKey && state === 'waiting')
  const shown = waitingKey === undefined || isWaiting ? message : undefined
  const isConfirmation =
    shown?.kind === 'status' && !shown.isHint && !shown.next && (!shown.undo || shown.isPassing)
  const row = useRef<HTMLDivElement>(null)
  /** The element that had the focus before the notice. */
  const before = useRef<HTMLElement>(null)
  function leave() {
    const focused = document.activeElement
    // On a phone, the focus of a field would open the keyboard on the screen.
    if (row.current?.contains(focused) && focused?.matches(':focus-visible')) {
      const heading = document.querySelector<HTMLElement>('h1[tabindex="-1"]')
      const next = before.current?.isConnected ? before.current : heading
      next?.focus({ preventScroll: true })
    }
    onClose()
  }
  const close = useEffectEvent(leave)
  useEffect(() => {
    if (!shown || !row.current?.checkVisibility()) return
    const other = newest?.row.checkVisibility() ? newest : undefined
    if (isSecondary && other) return close()
    other?.close()
    const own = { row: row.current, close: () => close() }
    newest = own
    return () => {
      if (newest === own) newest = undefined
    }
  }, [shown, isSecondary])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each message has its own time
  useEffect(() => {
    if (!isConfirmation) return
    const timer = setTimeout(() => {
      const focused = document.activeElement
      if (focused === row.current || !row.current?.contains(focused)) close()
    }, noticeDuration)
    return () => clearTimeout(timer)
  }, [isConfirmation, shown])
  return (
    <NoticeRow
      ref={row}
      tabIndex={-1}
      onFocus={({ relatedTarget }) => {
        if (relatedTarget instanceof HTMLElement && !row.current?.contains(relatedTarget))
          before.current = relatedTarget
      }}
    >
      <Notice message={shown}>
        <Actions>
          {shown?.next && <TextButton onClick={shown.next.run}>{shown.next.label}</TextButton>}
          {shown?.undo && <TextButton onClick={shown.undo}>Undo</TextButton>}
          <button type="button" className={roundClass} aria-label="Close" onClick={leave}>
            <X size={20} aria-hidden="true" />
          </button>
        </Actions>
      </Notice>
    </NoticeRow>
  )
}

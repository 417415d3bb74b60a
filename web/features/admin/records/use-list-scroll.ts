import { useLayoutEffect, useRef } from 'react'
import { create } from 'zustand'
import { isFocusLost } from '../panel/focus-recovery'
import { isNarrow } from '../panel/is-narrow'

/** The id of a record's row in the list. */
export const rowId = (recordId: string) => `row-${recordId}`

const rowOf = (recordId: string) => document.getElementById(rowId(recordId))

/** Gives a row the focus if no element has it.
 * @param isFromForm whether it also takes the focus from the form beside the list */
function focusRow(row: HTMLElement | null, isFromForm: boolean) {
  const panes = document.activeElement?.closest('form')?.parentElement
  if ((isFromForm && panes?.contains(row)) || isFocusLost())
    row?.querySelector('button')?.focus({ preventScroll: true })
}

/** Restores the scroll position and the focus of the list when the form closes, since on phones the form replaces the list.
 * @param isOpen whether the form is open, for a listed record or a new one
 * @returns a function that remembers the position of a record's row; to be called before the form opens */
export function useListScroll(isOpen: boolean): (recordId: string) => void {
  const remembered = useRef<{ id: string; top: number }>(undefined)
  const wasListReplaced = useRef(false)
  useLayoutEffect(() => {
    if (isOpen) {
      wasListReplaced.current = isNarrow()
      return
    }
    const place = remembered.current
    remembered.current = undefined
    const row = place && rowOf(place.id)
    if (!row) return
    const distance = row.getBoundingClientRect().top - place.top
    if (wasListReplaced.current) scrollBy({ top: distance, behavior: 'instant' })
    // A link may have opened the form of a row that was out of view.
    row.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    focusRow(row, true)
  }, [isOpen])
  return (id) => {
    const top = rowOf(id)?.getBoundingClientRect().top
    if (!isOpen && top !== undefined) remembered.current = { id, top }
  }
}

/** Milliseconds for which `revealRow` marks a row. */
const markDuration = 2_500

/** The record that `revealRow` revealed last: another object after each call. */
export const useRevealed = create<{ id?: string }>(() => ({}))

/** Scrolls a record's row into view once it is in the list, marks it for a moment, and gives it the focus if no element has it or,
 * on narrow windows, if it is still in the form, which is below the list. On wide ones the form keeps the focus, so that the next record can be typed. */
export function revealRow(recordId: string, hasFormClosed = false) {
  useRevealed.setState({ id: recordId })
  requestAnimationFrame(() => {
    const row = rowOf(recordId)
    row?.scrollIntoView({ block: 'nearest' })
    row?.animate([{ outline: '2px solid var(--hot)', offset: 0 }], markDuration)
    focusRow(row, hasFormClosed && isNarrow())
  })
}

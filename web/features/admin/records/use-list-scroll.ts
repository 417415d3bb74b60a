import { useLayoutEffect, useRef } from 'react'

/** The id of a record's row in the list. */
export const rowId = (recordId: string) => `row-${recordId}`

const rowOf = (recordId: string) => document.getElementById(rowId(recordId))

/** Gives a row the focus if no element has it. */
function focusIfLost(row: HTMLElement | null) {
  if (document.activeElement === document.body)
    row?.querySelector('button')?.focus({ preventScroll: true })
}

/** Restores the scroll position of the list when the form closes, since on phones the form replaces the list; and the focus,
 * if it was in the form.
 * @param isEditing whether the form contains a record of the list
 * @returns a function that remembers the position of a record's row; to be called before the form opens */
export function useListScroll(isEditing: boolean): (recordId: string) => void {
  const remembered = useRef<{ id: string; top: number; isReplaced: boolean }>(undefined)
  useLayoutEffect(() => {
    const place = remembered.current
    if (!place) return
    const row = rowOf(place.id)
    if (isEditing) {
      place.isReplaced = row?.getClientRects().length === 0
      return
    }
    remembered.current = undefined
    if (!row) return
    const distance = row.getBoundingClientRect().top - place.top
    if (place.isReplaced) scrollBy({ top: distance, behavior: 'instant' })
    // A link may have opened the form of a row that was out of view.
    row.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    focusIfLost(row)
  }, [isEditing])
  return (id) => {
    const top = rowOf(id)?.getBoundingClientRect().top
    if (!isEditing && top !== undefined) remembered.current = { id, top, isReplaced: false }
  }
}

/** Milliseconds for which `revealRow` marks a row. */
const markDuration = 2_500

/** Scrolls a record's row into view once it is in the list, marks it for a moment, and gives it the focus if nothing else has
 * it. */
export const revealRow = (recordId: string): number =>
  requestAnimationFrame(() => {
    const row = rowOf(recordId)
    row?.scrollIntoView({ block: 'nearest' })
    row?.animate([{ outline: '2px solid var(--hot)', offset: 0 }], markDuration)
    focusIfLost(row)
  })

import { useLayoutEffect, useRef } from 'react'
import { isNarrow } from '../panel/is-narrow'
import { isFocusLost } from '../panel/kept-focus'

/** The id of a record's row in the list. */
export const rowId = (recordId: string) => `row-${recordId}`

const rowOf = (recordId: string) => document.getElementById(rowId(recordId))

/** Gives a row the focus if no element has it. */
function focusIfLost(row: HTMLElement | null) {
  if (isFocusLost()) row?.querySelector('button')?.focus({ preventScroll: true })
}

/** Restores the scroll position and the focus of the list when the form closes, since on phones the form replaces the list.
 * @param isOpen whether the form is open, with a record of the list or a new one
 * @returns a function that remembers the position of a record's row; to be called before the form opens */
export function useListScroll(isOpen: boolean): (recordId: string) => void {
  const remembered = useRef<{ id: string; top: number }>(undefined)
  const isReplaced = useRef(false)
  useLayoutEffect(() => {
    if (isOpen) {
      isReplaced.current = isNarrow()
      return
    }
    const focused = document.activeElement
    // The form is now below the list, and a row gets the focus.
    if (isReplaced.current && focused instanceof HTMLElement && focused.closest('form'))
      focused.blur()
    const place = remembered.current
    remembered.current = undefined
    const row = place && rowOf(place.id)
    if (!row) return
    const distance = row.getBoundingClientRect().top - place.top
    if (isReplaced.current) scrollBy({ top: distance, behavior: 'instant' })
    // A link may have opened the form of a row that was out of view.
    row.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    focusIfLost(row)
  }, [isOpen])
  return (id) => {
    const top = rowOf(id)?.getBoundingClientRect().top
    if (!isOpen && top !== undefined) remembered.current = { id, top }
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

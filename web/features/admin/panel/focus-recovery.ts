import { useEffect, useRef } from 'react'

/** The element to which the focus was moved because the one that had it was removed. */
let substitute: Element | undefined

/** Whether no visible element has the focus, apart from one that `useFocusRecovery` has chosen. A hidden element keeps the focus
 * until the next frame. */
export function isFocusLost(): boolean {
  const { activeElement, body } = document
  return (
    activeElement === null ||
    activeElement === body ||
    activeElement === substitute ||
    !activeElement.checkVisibility()
  )
}

const controls = 'button, a[href], input, select, textarea, summary, [tabindex]'

/** The element to focus after something inside `element` was removed: itself if it can have the focus, else its heading. */
const focusableIn = (element: Element) =>
  element.matches('[tabindex="-1"]')
    ? element
    : element.querySelector(':scope > :is(h1, h2)[tabindex="-1"]')

/** When the focused element is removed, focuses the closest list or heading around it. Browsers would continue at the top of the
 * page. Lists and headings that can take the focus have a `tabIndex` of -1.
 * @returns the ref of the element in which this is done */
export function useFocusRecovery() {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = root.current
    if (!element) return
    /** The control that was focused or pressed last, followed by its ancestors; and the last one that is in no dialog. */
    let path: readonly Element[] = []
    let pathOutside = path
    function remember(event: Event) {
      const around = event
        .composedPath()
        .filter((target) => target instanceof Element && element?.contains(target)) as Element[]
      // Safari does not focus the buttons that are pressed. A press beside all controls removes the focus.
      const first = around.findIndex((target) => target.matches(controls))
      path = first < 0 ? [] : around.slice(first)
      if (!path.some((target) => target instanceof HTMLDialogElement)) pathOutside = path
    }
    const observer = new MutationObserver(() => {
      if (path[0] === undefined || path[0].isConnected) return
      const hasDialogGone = path.some(
        (target) => target instanceof HTMLDialogElement && !target.isConnected,
      )
      const around = hasDialogGone ? pathOutside : path
      path = []
      if (!isFocusLost()) return
      const next = around
        .filter(({ isConnected }) => isConnected)
        .map((target) => (target === around[0] ? target : focusableIn(target)))
        .find((found) => found?.checkVisibility())
      const found = next ?? element.querySelector('h1[tabindex="-1"]')
      if (!(found instanceof HTMLElement)) return
      found.focus({ preventScroll: true })
      substitute = found
    })
    for (const type of ['focusin', 'click']) element.addEventListener(type, remember, true)
    observer.observe(element, { childList: true, subtree: true })
    return () => {
      observer.disconnect()
      for (const type of ['focusin', 'click']) element.removeEventListener(type, remember, true)
    }
  }, [])
  return root
}

import { useEffect, useRef } from 'react'

/** Whether no element has the focus, or one that is no longer displayed and therefore loses it with the next frame. */
export function isFocusLost(): boolean {
  const { activeElement, body } = document
  return activeElement === null || activeElement === body || !activeElement.checkVisibility()
}

/** The element that takes the focus for its content: itself, or its heading. */
const focusableOf = (element: Element) =>
  element.matches('[tabindex="-1"]')
    ? element
    : element.querySelector(':scope > :is(h1, h2)[tabindex="-1"]')

/** Keeps the focus near its place when the element that has it is removed: the closest list, or the heading of the closest
 * section, gets it. Otherwise the keyboard and the screen reader would begin again at the top of the page.
 * @returns the ref of the element in which the focus is kept */
export function useKeptFocus() {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = root.current
    if (!element) return
    /** The element that had the focus last, and those around it. */
    let path: readonly Element[] = []
    function remember(event: FocusEvent) {
      path = event.composedPath().filter((target) => target instanceof Element)
    }
    const observer = new MutationObserver(() => {
      if (path[0] === undefined || path[0].isConnected) return
      const remaining = path.filter(({ isConnected }) => isConnected)
      path = []
      if (!isFocusLost()) return
      const next = remaining
        .map(focusableOf)
        .find((found) => found instanceof HTMLElement && found.checkVisibility())
      if (next instanceof HTMLElement) next.focus({ preventScroll: true })
    })
    element.addEventListener('focusin', remember)
    observer.observe(element, { childList: true, subtree: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('focusin', remember)
    }
  }, [])
  return root
}

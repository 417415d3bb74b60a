/** The element to which the focus was moved because the one that had it was removed. */
let substitute: Element | undefined

/** Whether no visible element has the focus, apart from one that `recoverFocus` has chosen. A hidden element keeps the focus
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

/** The control that was focused or pressed last, and its position in the page. */
interface Place {
  /** The control, followed by its ancestors; empty for a press outside all controls. */
  path: readonly Element[]
  /** The item of a list that contains it, the list, and the item's index. */
  item: Element | undefined
  list: Element | null | undefined
  index: number
}

function placeOf(path: readonly Element[]): Place {
  const item = path.find((element) => element.matches('li'))
  const list = item?.parentElement
  return { path, item, list, index: item && list ? [...list.children].indexOf(item) : -1 }
}

/** The first control of the item that took the removed item's position, or of the last item. Not the same control, because one
 * more press could delete that item, too. Undefined if the list can have the focus itself. */
function controlInList({ item, list, index }: Place): Element | undefined {
  if (!list?.isConnected || list.matches('[tabindex="-1"]')) return undefined
  const row = item?.isConnected ? item : list.children[Math.min(index, list.children.length - 1)]
  return [...(row?.querySelectorAll(controls) ?? [])].find((one) => one.checkVisibility())
}

/** The element to focus after something inside `element` was removed: itself if it can have the focus, else its heading. */
const focusableIn = (element: Element) =>
  element.matches('[tabindex="-1"]')
    ? element
    : element.querySelector(':scope > :is(h1, h2)[tabindex="-1"]')

/** The closest element to a removed one that can have the focus. */
function focusableNear(place: Place): Element | undefined {
  const [first, ...around] = place.path
  if (first?.isConnected && first.checkVisibility()) return first
  const connected = around.filter(({ isConnected }) => isConnected)
  const ofField = connected.find((element) => element.matches('fieldset'))?.querySelector(controls)
  const headings = connected.map(focusableIn)
  const isVisible = (found: Element | null | undefined) => found?.checkVisibility()
  return controlInList(place) ?? [ofField, ...headings].find(isVisible) ?? undefined
}

function moveFocus(found: HTMLElement) {
  found.focus({ preventScroll: true })
  // A person who uses the keyboard goes on from there; for anybody else the page stays where it is.
  if (found.matches(':focus-visible')) found.scrollIntoView({ block: 'nearest' })
  substitute = found
}

/** A ref callback. When the focused element inside the element is removed, moves the focus to its list, a control of the list's
 * next item, the first control of its group of fields, or the closest heading. Browsers would continue at the top of the page.
 * Lists and headings that can take the focus have a `tabIndex` of -1. */
export function recoverFocus(element: HTMLDivElement) {
  const isDialog = (target: Element) => target instanceof HTMLDialogElement
  let place = placeOf([])
  /** The last place that is in no dialog. */
  let placeOutside = place
  function remember(event: Event) {
    const around = event
      .composedPath()
      .filter((target) => target instanceof Element && element.contains(target)) as Element[]
    substitute = undefined
    // Safari does not focus the buttons that are pressed. A press outside all controls removes the focus.
    const first = around.findIndex((target) => target.matches(controls))
    place = placeOf(first < 0 ? [] : around.slice(first))
    if (!around.some(isDialog)) placeOutside = place
  }
  const observer = new MutationObserver(() => {
    const [focused] = place.path
    if (focused === undefined || focused.isConnected) return
    const isInClosedDialog = place.path.some((one) => isDialog(one) && !one.isConnected)
    const near = isInClosedDialog ? placeOutside : place
    place = placeOf([])
    if (!isFocusLost()) return
    const found = focusableNear(near) ?? element.querySelector('h1[tabindex="-1"]')
    if (found instanceof HTMLElement) moveFocus(found)
  })
  for (const type of ['focusin', 'click']) element.addEventListener(type, remember, true)
  observer.observe(element, { childList: true, subtree: true })
  return () => {
    observer.disconnect()
    for (const type of ['focusin', 'click']) element.removeEventListener(type, remember, true)
  }
}

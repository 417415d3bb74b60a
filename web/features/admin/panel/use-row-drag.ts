import {
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'

/** Dragging within `edge` CSS pixels of the top or bottom of the window scrolls the page, because its bars cover these areas.
 * `scrollSpeed`: CSS pixels in a millisecond. */
const [edge, scrollSpeed] = [120, 0.5]
/** CSS pixels by which the pointer must move before an item is dragged. */
const threshold = 4

/** A pointer that holds an item. */
interface Pointer<Item> {
  id: number
  /** Where it is in the window, and where it was pressed. */
  y: number
  pressedAt: number
  isReleased: boolean
  /** The items before they were dragged. */
  before: readonly Item[]
}

interface Dependencies<Item> {
  /** The element whose children are the rows of the items. */
  list: RefObject<HTMLElement | null>
  items: readonly Item[]
  /** Whether no item can be moved now. */
  isFixed: boolean
  move: (from: number, to: number) => void
  /** Puts the items back into an earlier order. */
  putBack: (items: Item[]) => void
}

/** Lets the rows of a list be dragged by their handles, with the finger or the mouse (Pointer Events).
 * @returns the place of the item that is being dragged, and the event handlers of a row's handle */
export function useRowDrag<Item>({ list, items, isFixed, move, putBack }: Dependencies<Item>) {
  const [dragged, setDragged] = useState<number>()
  const pointer = useRef<Pointer<Item>>(undefined)

  /** Moves the dragged item to the place of the pointer; at an edge of the window, scrolls first.
   * @param elapsed milliseconds since the last call */
  const follow = useEffectEvent((elapsed: number) => {
    const held = pointer.current
    // Another tab may have removed items.
    if (!held || dragged === undefined || dragged >= items.length) return setDragged(undefined)
    const isMoved = Math.abs(held.y - held.pressedAt) >= threshold
    if (isMoved && !isFixed) {
      scrollAtEdge(held.y, elapsed)
      const to = placeOf(held.y, dragged, list.current?.children ?? [])
      if (to !== undefined) {
        setDragged(to)
        move(dragged, to)
      }
    }
    if (held.isReleased) setDragged(undefined)
  })

  const isDragging = dragged !== undefined
  useEffect(() => {
    if (!isDragging) return
    // In frames, so that each move is based on the order that the one before has rendered.
    let last = performance.now()
    let frame = requestAnimationFrame(function next(now) {
      follow(now - last)
      last = now
      frame = requestAnimationFrame(next)
    })
    return () => cancelAnimationFrame(frame)
  }, [isDragging])

  function press(event: PointerEvent, index: number) {
    if (isDragging || event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const { pointerId: id, clientY: y } = event
    pointer.current = { id, y, pressedAt: y, isReleased: false, before: items }
    setDragged(index)
  }

  function change(event: PointerEvent, changes: Partial<Pointer<Item>>) {
    if (event.pointerId === pointer.current?.id) Object.assign(pointer.current, changes)
  }

  const release = (event: PointerEvent) => change(event, { isReleased: true })

  /** Puts the items back into their order when the browser takes the touch for something else. */
  function cancel(event: PointerEvent) {
    const held = pointer.current
    if (event.pointerId !== held?.id) return
    change(event, { isReleased: true, pressedAt: held.y })
    if (items.length === held.before.length) putBack([...held.before])
  }

  return {
    dragged,
    handlersOf: (index: number) => ({
      onPointerDown: (event: PointerEvent) => press(event, index),
      onPointerMove: (event: PointerEvent) => change(event, { y: event.clientY }),
      onPointerUp: release,
      onPointerCancel: cancel,
      onLostPointerCapture: release,
    }),
  }
}

/** @param y the pointer's distance from the top of the window
 * @param elapsed milliseconds since the last call */
function scrollAtEdge(y: number, elapsed: number): void {
  const margin = Math.min(edge, innerHeight / 4)
  if (y < margin) scrollBy(0, -scrollSpeed * elapsed)
  else if (y > innerHeight - margin) scrollBy(0, scrollSpeed * elapsed)
}

/** The new place of a dragged row; undefined if it stays. A row moves only once the pointer has passed the middle of another row, so
 * that two rows of different heights don't change places again and again.
 * @param y the pointer's distance from the top of the window */
function placeOf(y: number, from: number, rows: Iterable<Element>): number | undefined {
  const middles = [...rows].map((row) => {
    const { top, bottom } = row.getBoundingClientRect()
    return (top + bottom) / 2
  })
  const above = middles.findIndex((middle, index) => index < from && y < middle)
  const below = middles.findLastIndex((middle, index) => index > from && y > middle)
  const to = above >= 0 ? above : below
  return to < 0 ? undefined : to
}

import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import GripVertical from 'lucide-react/icons/grip-vertical'
import {
  type PointerEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { Announcer } from '../../../ui/VisuallyHidden'
import styles from './SortableList.module.css'

interface SortableListProps<Item> {
  items: readonly Item[]
  nameOf: (item: Item, index: number) => string
  /** Whether no item can be moved now. */
  isFixed?: boolean
  /** Called with the items in their new order. */
  onChange: (items: Item[]) => void
  /** Renders an item between its handle and its buttons; by default its name. */
  renderHead?: (item: Item, index: number) => ReactNode
  /** Renders what follows below an item. */
  renderBody?: (item: Item, index: number) => ReactNode
}

/** Near the top or bottom of the window, which the bars of the page cover, dragging scrolls the page: the distance from there in
 * CSS pixels, and the pixels in a millisecond. */
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

/** A list whose items are moved with the finger or the mouse, by their handles, or with buttons. Moves are announced. */
export function SortableList<Item>(props: SortableListProps<Item>) {
  const { items, nameOf, isFixed = false, onChange, renderHead = nameOf, renderBody } = props
  const list = useRef<HTMLOListElement>(null)
  const [announcement, setAnnouncement] = useState('')
  /** The place of the item that is being dragged. */
  const [dragged, setDragged] = useState<number>()
  const pointer = useRef<Pointer<Item>>(undefined)

  function move(from: number, to: number) {
    const item = items[from] as Item
    setAnnouncement(`${nameOf(item, from)} is number ${to + 1} of ${items.length} now.`)
    onChange(items.toSpliced(from, 1).toSpliced(to, 0, item))
  }

  /** Moves an item by one place. The focus stays on its button; at an end of the list, it goes to the other one. */
  function step(from: number, to: number) {
    flushSync(() => move(from, to))
    const [up, down] = [
      ...(list.current?.children[to]?.querySelectorAll<HTMLButtonElement>('[data-move]') ?? []),
    ]
    const same = to < from ? up : down
    ;(same?.disabled ? (to < from ? down : up) : same)?.focus()
  }

  /** Moves the dragged item to the place of the pointer; at an edge of the window, scrolls first.
   * @param elapsed milliseconds since the last call */
  const follow = useEffectEvent((elapsed: number) => {
    const held = pointer.current
    // Another tab may have removed items.
    if (!held || dragged === undefined || dragged >= items.length) return setDragged(undefined)
    const isMoved = Math.abs(held.y - held.pressedAt) >= threshold
    if (isMoved && !isFixed) drag(dragged, held.y, elapsed)
    if (held.isReleased) setDragged(undefined)
  })

  function drag(from: number, y: number, elapsed: number) {
    const margin = Math.min(edge, innerHeight / 4)
    if (y < margin) scrollBy(0, -scrollSpeed * elapsed)
    else if (y > innerHeight - margin) scrollBy(0, scrollSpeed * elapsed)
    // Past the middle of another item, so that two items of different heights don't change places again and again.
    const middles = [...(list.current?.children ?? [])].map((row) => {
      const { top, bottom } = row.getBoundingClientRect()
      return (top + bottom) / 2
    })
    const above = middles.findIndex((middle, index) => index < from && y < middle)
    const below = middles.findLastIndex((middle, index) => index > from && y > middle)
    const to = above >= 0 ? above : below
    if (to < 0) return
    setDragged(to)
    move(from, to)
  }

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
    if (items.length === held.before.length) onChange([...held.before])
  }

  return (
    <>
      <ol ref={list} className={styles.list}>
        {items.map((item, index) => {
          const name = nameOf(item, index)
          return (
            <li
              key={String(index)}
              className={styles.item}
              data-dragged={index === dragged || undefined}
            >
              <div className={styles.head}>
                <span
                  className={styles.handle}
                  aria-hidden="true"
                  onPointerDown={(event) => press(event, index)}
                  onPointerMove={(event) => change(event, { y: event.clientY })}
                  onPointerUp={release}
                  onPointerCancel={cancel}
                  onLostPointerCapture={release}
                >
                  <GripVertical size={20} />
                </span>
                <div className={styles.name}>{renderHead(item, index)}</div>
                <MoveButton
                  direction="up"
                  name={name}
                  disabled={isFixed || index === 0}
                  onClick={() => step(index, index - 1)}
                />
                <MoveButton
                  direction="down"
                  name={name}
                  disabled={isFixed || index === items.length - 1}
                  onClick={() => step(index, index + 1)}
                />
              </div>
              {renderBody?.(item, index)}
            </li>
          )
        })}
      </ol>
      <Announcer text={announcement} />
    </>
  )
}

interface MoveButtonProps {
  direction: 'up' | 'down'
  name: string
  disabled: boolean
  onClick: () => void
}

const MoveButton = ({ direction, name, disabled, onClick }: MoveButtonProps) => {
  const Icon = direction === 'up' ? ArrowUp : ArrowDown
  return (
    <button
      type="button"
      data-move={direction}
      className={styles.move}
      aria-label={`Move ${name} ${direction}`}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon aria-hidden size={20} />
    </button>
  )
}

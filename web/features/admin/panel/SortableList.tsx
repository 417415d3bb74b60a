import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import GripVertical from 'lucide-react/icons/grip-vertical'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
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

/** Near the top or bottom of the window, which the bars of the page cover, dragging scrolls the page: the distance from there,
 * and the step in each frame, in CSS pixels. */
const [edge, scrollStep] = [120, 8]

/** A list whose items are moved with the finger or the mouse, by their handles, or with buttons. Moves are announced. */
export function SortableList<Item>(props: SortableListProps<Item>) {
  const { items, nameOf, isFixed = false, onChange, renderHead = nameOf, renderBody } = props
  const list = useRef<HTMLOListElement>(null)
  const [announcement, setAnnouncement] = useState('')
  /** The place of the item that is being dragged. */
  const [dragged, setDragged] = useState<number>()
  /** Where the pointer is in the window, and whether it has released the item there. */
  const pointer = useRef({ y: 0, isReleased: false })

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

  /** Moves the dragged item to the place of the pointer; at an edge of the window, scrolls first. */
  const follow = useEffectEvent(() => {
    const { y, isReleased } = pointer.current
    if (isReleased) setDragged(undefined)
    if (dragged === undefined || isFixed) return
    if (y < edge) scrollBy(0, -scrollStep)
    else if (y > innerHeight - edge) scrollBy(0, scrollStep)
    const to = [...(list.current?.children ?? [])].findIndex((row) => {
      const { top, bottom } = row.getBoundingClientRect()
      return y >= top && y < bottom
    })
    if (to < 0 || to === dragged) return
    if (!isReleased) setDragged(to)
    move(dragged, to)
  })
  const isDragging = dragged !== undefined
  useEffect(() => {
    if (!isDragging) return
    // In frames, so that each move is based on the order that the one before has rendered.
    let frame = requestAnimationFrame(function next() {
      follow()
      frame = requestAnimationFrame(next)
    })
    return () => cancelAnimationFrame(frame)
  }, [isDragging])

  const release = () => {
    pointer.current.isReleased = true
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
                  onPointerDown={(event) => {
                    event.currentTarget.setPointerCapture(event.pointerId)
                    pointer.current = { y: event.clientY, isReleased: false }
                    setDragged(index)
                  }}
                  onPointerMove={({ clientY }) => {
                    pointer.current.y = clientY
                  }}
                  onPointerUp={release}
                  onPointerCancel={release}
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

import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import GripVertical from 'lucide-react/icons/grip-vertical'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Announcer } from '../../../ui/VisuallyHidden'
import styles from './SortableList.module.css'
import { useRowDrag } from './use-row-drag'

interface SortableListProps<Item> {
  items: readonly Item[]
  nameOf: (item: Item, index: number) => string
  /** Whether no item can be moved now. */
  isFixed?: boolean
  /** Moves the first item up, or the last one down, out of the list; undefined where it can't leave. */
  leave?: { up?: (() => void) | undefined; down?: (() => void) | undefined }
  /** Called with the items in their new order. */
  onChange: (items: Item[]) => void
  /** Renders an item between its handle and its buttons. */
  renderHead: (item: Item, index: number) => ReactNode
  /** Renders what follows below an item. */
  renderBody?: (item: Item, index: number) => ReactNode
}

/** A list whose items are moved with the finger or the mouse, by their handles, or with buttons. Moves are announced. */
export function SortableList<Item>(props: SortableListProps<Item>) {
  const { items, nameOf, isFixed = false, leave = {}, onChange, renderHead, renderBody } = props
  const list = useRef<HTMLOListElement>(null)
  const [announcement, setAnnouncement] = useState('')

  function move(from: number, to: number) {
    const item = items[from] as Item
    setAnnouncement(`${nameOf(item, from)} is number ${to + 1} of ${items.length} now.`)
    onChange(items.toSpliced(from, 1).toSpliced(to, 0, item))
  }

  /** Moves an item by one place. The focus stays on its button, also at an end of the list, where a press does nothing. */
  function step(from: number, to: number) {
    const direction = to < from ? 'up' : 'down'
    if (to < 0 || to === items.length) return leave[direction]?.()
    flushSync(() => move(from, to))
    focusMove(list.current?.children[to], direction)
  }

  const { dragged, handlersOf } = useRowDrag({ list, items, isFixed, move, putBack: onChange })

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
                <span className={styles.handle} aria-hidden="true" {...handlersOf(index)}>
                  <GripVertical size={20} />
                </span>
                <div className={styles.name}>{renderHead(item, index)}</div>
                <MoveButton
                  direction="up"
                  name={name}
                  isDisabled={isFixed || (index === 0 && !leave.up)}
                  onClick={() => step(index, index - 1)}
                />
                <MoveButton
                  direction="down"
                  name={name}
                  isDisabled={isFixed || (index === items.length - 1 && !leave.down)}
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

type Direction = 'up' | 'down'

/** Focuses the button that moves an item further in a direction. */
export const focusMove = (item: Element | null | undefined, direction: Direction): void =>
  item?.querySelector<HTMLButtonElement>(`[data-move="${direction}"]`)?.focus()

interface MoveButtonProps {
  direction: Direction
  name: string
  /** A disabled button keeps the focus, so that one more press does not reach another button. */
  isDisabled: boolean
  onClick: () => void
}

const MoveButton = ({ direction, name, isDisabled, onClick }: MoveButtonProps) => {
  const Icon = direction === 'up' ? ArrowUp : ArrowDown
  return (
    <button
      type="button"
      data-move={direction}
      className={styles.move}
      aria-label={`Move ${name} ${direction}`}
      aria-disabled={isDisabled}
      onClick={isDisabled ? undefined : onClick}
    >
      <Icon aria-hidden size={20} />
    </button>
  )
}

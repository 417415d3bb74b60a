import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../../../ui/Button'
import styles from './DescribedList.module.css'
import { Actions } from './Panel'

interface DescribedListProps<Item> {
  items: readonly Item[]
  textOf: (item: Item) => ReactNode
  /** An item's buttons. */
  actionsOf: (item: Item) => readonly (readonly [label: string, act: () => void])[]
  isBusy: boolean
}

/** A list of texts with buttons. Screen readers announce each button together with its text. */
export function DescribedList<Item extends { _id: string }>(props: DescribedListProps<Item>) {
  const { items, textOf, actionsOf, isBusy } = props
  const list = useRef<HTMLUListElement>(null)
  const hadFocus = useRef(false)
  // A button may leave with its item.
  useEffect(() => {
    if (hadFocus.current && items && document.activeElement === document.body) list.current?.focus()
  }, [items])
  return (
    <ul
      ref={list}
      tabIndex={-1}
      className={styles.list}
      onFocus={() => {
        hadFocus.current = true
      }}
      onBlur={({ relatedTarget }) => {
        hadFocus.current = relatedTarget === null
      }}
    >
      {items.map((item) => (
        <li key={item._id}>
          <p id={`item-${item._id}`}>{textOf(item)}</p>
          <Actions>
            {actionsOf(item).map(([label, act]) => (
              <Button
                key={label}
                variant="quiet"
                aria-describedby={`item-${item._id}`}
                aria-disabled={isBusy}
                onClick={act}
              >
                {label}
              </Button>
            ))}
          </Actions>
        </li>
      ))}
    </ul>
  )
}

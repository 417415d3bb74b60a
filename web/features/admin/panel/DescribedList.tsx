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
  /** The id of the item whose button had the focus last. */
  const focusedId = useRef<string>(undefined)
  // The focused button may have been removed with its item.
  useEffect(() => {
    const isRemoved = !items.some(({ _id }) => _id === focusedId.current)
    if (focusedId.current === undefined || !isRemoved) return
    focusedId.current = undefined
    if (document.activeElement === document.body) list.current?.focus({ preventScroll: true })
  }, [items])
  return (
    <ul ref={list} tabIndex={-1} className={styles.list}>
      {items.map((item) => (
        <li
          key={item._id}
          onFocus={() => {
            focusedId.current = item._id
          }}
          onBlur={({ relatedTarget }) => {
            // If a button is removed, no other element gets the focus.
            if (relatedTarget !== null) focusedId.current = undefined
          }}
        >
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

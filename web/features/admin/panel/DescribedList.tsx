import type { ReactNode } from 'react'
import { QuietButton } from '../../../ui/Button'
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
  return (
    <ul tabIndex={-1} className={styles.list}>
      {items.map((item) => (
        <li key={item._id}>
          <p id={`item-${item._id}`}>{textOf(item)}</p>
          <Actions>
            {actionsOf(item).map(([label, act]) => (
              <QuietButton
                key={label}
                aria-describedby={`item-${item._id}`}
                aria-disabled={isBusy}
                onClick={act}
              >
                {label}
              </QuietButton>
            ))}
          </Actions>
        </li>
      ))}
    </ul>
  )
}

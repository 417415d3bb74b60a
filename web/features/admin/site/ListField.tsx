import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../../ui/Button'
import { Announcer } from '../../../ui/VisuallyHidden'
import { Actions, Empty } from '../Panel'
import { valueAt } from './field-path'
import styles from './SiteFields.module.css'
import type { SiteList } from './site-sections'

interface ListFieldProps {
  field: SiteList
  items: readonly object[]
  error: string | undefined
  /** The indexes of the items that have an error. */
  faulty: ReadonlySet<number>
  onChange: (items: object[]) => void
  /** Renders the fields of an item. */
  children: (index: number) => ReactNode
}

/** Moves an item of a list. */
const moved = <Item,>(items: readonly Item[], from: number, to: number): Item[] => {
  const rest = items.toSpliced(from, 1)
  return rest.toSpliced(to, 0, items[from] as Item)
}

/** A list whose items can be added, opened, moved and removed. */
export function ListField({ field, items, error, faulty, onChange, children }: ListFieldProps) {
  const { label, noun, max, empty, titles } = field
  const list = useRef<HTMLOListElement>(null)
  const [open, setOpen] = useState<number>()
  const [announcement, setAnnouncement] = useState('')

  const titleOf = (item: object, index: number) =>
    titles
      .map((path) => valueAt(item, path))
      .find(Boolean)
      ?.toString() ?? `${noun} ${index + 1}`

  function move(from: number, to: number) {
    const name = titleOf(items[from] ?? {}, from)
    flushSync(() => {
      onChange(moved(items, from, to))
      setOpen(undefined)
      setAnnouncement(`${name} is number ${to + 1} of ${items.length} now.`)
    })
    // The focus stays on the item; at an end of the list, on its other button.
    const buttons = list.current?.children[to]?.querySelectorAll<HTMLElement>('[data-move]')
    const enabled = [...(buttons ?? [])].filter((button) => !button.hasAttribute('disabled'))
    const same = enabled.find(({ dataset }) => dataset['move'] === (to < from ? 'up' : 'down'))
    ;(same ?? enabled[0])?.focus()
  }

  function add() {
    flushSync(() => {
      onChange([...items, empty])
      setOpen(items.length)
    })
    list.current?.lastElementChild?.querySelector<HTMLElement>('input, textarea')?.focus()
  }

  return (
    <fieldset className={styles.list}>
      <legend>{label}</legend>
      {error && <p className={styles.error}>{error}</p>}
      {items.length === 0 && <Empty>None yet.</Empty>}
      <ol ref={list}>
        {items.map((item, index) => {
          const title = titleOf(item, index)
          const isOpen = open === index || faulty.has(index)
          return (
            <li key={String(index)} className={styles.item}>
              <div className={styles.itemHead}>
                <button
                  type="button"
                  className={styles.itemTitle}
                  aria-expanded={isOpen}
                  onClick={() => setOpen(open === index ? undefined : index)}
                >
                  {title}
                </button>
                <button
                  type="button"
                  data-move="up"
                  className={styles.move}
                  aria-label={`Move ${title} up`}
                  disabled={index === 0}
                  onClick={() => move(index, index - 1)}
                >
                  <ArrowUp aria-hidden size={20} />
                </button>
                <button
                  type="button"
                  data-move="down"
                  className={styles.move}
                  aria-label={`Move ${title} down`}
                  disabled={index === items.length - 1}
                  onClick={() => move(index, index + 1)}
                >
                  <ArrowDown aria-hidden size={20} />
                </button>
              </div>
              {isOpen && (
                <div className={styles.itemFields}>
                  {children(index)}
                  <Actions>
                    <Button
                      variant="quiet"
                      onClick={() => {
                        setOpen(undefined)
                        onChange(items.toSpliced(index, 1))
                        setAnnouncement(`${title} is removed from the list.`)
                      }}
                    >
                      Remove {noun}
                    </Button>
                  </Actions>
                </div>
              )}
            </li>
          )
        })}
      </ol>
      {items.length < max && (
        <Actions>
          <Button variant="quiet" onClick={add}>
            Add {noun}
          </Button>
        </Actions>
      )}
      <Announcer text={announcement} />
    </fieldset>
  )
}

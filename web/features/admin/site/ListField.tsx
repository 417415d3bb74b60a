import { type ReactNode, use, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { QuietButton } from '../../../ui/Button'
import { FieldErrors } from '../../../ui/Field'
import { Actions, Empty } from '../panel/Panel'
import { SortableList } from '../panel/SortableList'
import { valueAt } from './field-path'
import styles from './SiteFields.module.css'
import type { SiteList } from './site-sections'

interface ListFieldProps {
  field: SiteList
  items: readonly object[]
  path: string
  /** Whether a picture is being uploaded: until then, the items stay where they are. */
  isUploading: boolean
  onChange: (items: object[]) => void
  /** Renders the fields of an item. */
  children: (index: number) => ReactNode
}

/** A list whose items can be added, opened, moved and removed. */
export function ListField(props: ListFieldProps) {
  const { field, items, path, isUploading, onChange, children } = props
  const { label, noun, max, empty, titles } = field
  const list = useRef<HTMLFieldSetElement>(null)
  const [open, setOpen] = useState<number>()
  const errors = use(FieldErrors)

  const titleOf = (item: object, index: number) =>
    titles
      .map((path) => valueAt(item, path))
      .find(Boolean)
      ?.toString() ?? `${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${index + 1}`

  function change(changed: object[]) {
    setOpen(undefined)
    onChange(changed)
  }

  function add() {
    flushSync(() => {
      onChange([...items, empty])
      setOpen(items.length)
    })
    list.current?.querySelector<HTMLElement>('li:last-child :is(input, textarea)')?.focus()
  }

  /** Removes an item, and focuses the one that takes its place, else the last one or the button that adds one: the pressed button is
   * removed. */
  function remove(index: number) {
    flushSync(() => change(items.toSpliced(index, 1)))
    const buttons = list.current?.querySelectorAll<HTMLElement>('[aria-expanded]') ?? []
    const next =
      buttons[Math.min(index, buttons.length - 1)] ??
      list.current?.querySelector<HTMLElement>(':scope > :last-child button')
    next?.focus()
    next?.scrollIntoView({ block: 'center' })
  }

  /** Whether an item is open: the chosen one, and each one that contains an error. */
  const isOpen = (index: number) =>
    open === index || Object.keys(errors).some((name) => `${name}.`.startsWith(`${path}.${index}.`))

  return (
    <fieldset className={styles.list} ref={list}>
      <legend>{label}</legend>
      {errors[path] && <p className={styles.error}>{errors[path]}</p>}
      {items.length === 0 && <Empty>None yet.</Empty>}
      <SortableList
        items={items}
        nameOf={titleOf}
        isFixed={isUploading}
        onChange={change}
        renderHead={(item, index) => (
          <button
            type="button"
            className={styles.itemTitle}
            aria-expanded={isOpen(index)}
            onClick={() => setOpen(open === index ? undefined : index)}
          >
            {titleOf(item, index)}
          </button>
        )}
        renderBody={(_, index) =>
          isOpen(index) && (
            <div className={styles.itemFields}>
              {children(index)}
              <Actions>
                <QuietButton disabled={isUploading} onClick={() => remove(index)}>
                  Remove {noun}
                </QuietButton>
              </Actions>
            </div>
          )
        }
      />
      {items.length < max && (
        <Actions>
          <QuietButton onClick={add}>Add {noun}</QuietButton>
        </Actions>
      )}
    </fieldset>
  )
}

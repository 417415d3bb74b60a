import { useId, useRef, useState } from 'react'
import { Button } from '../../ui/Button'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import { TextField } from '../../ui/Field'
import { hasWords } from '../../ui/has-words'
import styles from './ItemList.module.css'
import { Empty } from './Panel'
import { RowButton } from './RowButton'

interface Item {
  _id: string
}

interface ItemListProps<Kind extends Item> {
  items: readonly Kind[]
  /** The name of the kind of item, in the singular. */
  noun: string
  describe: (item: Kind) => string
  /** Short texts that are displayed behind the description. */
  marksOf?: (item: Kind) => readonly string[]
  editId: string | undefined
  onEdit: (item: Kind) => void
  onDelete: (item: Kind) => Promise<void>
  /** Opens further actions; without it, a row has no button for them. */
  onMore?: (item: Kind) => void
}

/** Longer lists have a search field. */
const maxItemsWithoutSearch = 20
/** How many items are rendered at a time; a thousand rows would be slow on a phone. */
const pageSize = 50

/** A list of items with Edit and Delete buttons; Delete asks for confirmation. */
export function ItemList<Kind extends Item>(props: ItemListProps<Kind>) {
  const { items, noun, describe, marksOf, editId, onEdit, onDelete, onMore } = props
  const [itemToDelete, setItemToDelete] = useState<Kind>()
  const [search, setSearch] = useState('')
  const [visibleCount, setVisibleCount] = useState(pageSize)
  const list = useRef<HTMLUListElement>(null)

  async function remove(item: Kind) {
    setItemToDelete(undefined)
    await onDelete(item)
    // The focused button may have been removed with its item.
    if (document.activeElement === document.body) list.current?.focus()
  }

  if (items.length === 0) return <Empty>Nothing here yet. Add the first {noun}.</Empty>
  const found = items.filter((item) => hasWords(describe(item), search.trim()))
  const remaining = found.length - visibleCount
  return (
    <>
      {items.length > maxItemsWithoutSearch && (
        <div className={styles.search}>
          <TextField
            label={`Find one of ${items.length} ${noun}s`}
            type="search"
            value={search}
            onChange={(event) => {
              setSearch(event.currentTarget.value)
              setVisibleCount(pageSize)
            }}
          />
          <p role="status">{search.trim() !== '' && `${found.length} found`}</p>
        </div>
      )}
      <ul className={styles.items} ref={list} tabIndex={-1} aria-label={`All ${noun}s`}>
        {found.slice(0, visibleCount).map((item) => (
          <Row
            key={item._id}
            text={describe(item)}
            marks={marksOf?.(item) ?? []}
            isEdited={item._id === editId}
            onEdit={() => onEdit(item)}
            onDelete={() => setItemToDelete(item)}
            onMore={onMore && (() => onMore(item))}
          />
        ))}
      </ul>
      {remaining > 0 && (
        <p className={styles.rest}>
          <Button variant="quiet" onClick={() => setVisibleCount(visibleCount + pageSize)}>
            {remaining > pageSize
              ? `Show ${pageSize} more of ${remaining}`
              : `Show the other ${remaining}`}
          </Button>
        </p>
      )}
      {itemToDelete && (
        <ConfirmDialog
          title={`Delete this ${noun}?`}
          text={`“${describe(itemToDelete)}” will be gone for good.`}
          confirm="Delete"
          onCancel={() => setItemToDelete(undefined)}
          onConfirm={() => void remove(itemToDelete)}
        />
      )}
    </>
  )
}

interface RowProps {
  text: string
  marks: readonly string[]
  isEdited: boolean
  onEdit: () => void
  onDelete: () => void
  onMore: (() => void) | undefined
}

function Row({ text, marks, isEdited, onEdit, onDelete, onMore }: RowProps) {
  const id = useId()
  return (
    <li className={isEdited ? `${styles.item} ${styles.active}` : styles.item}>
      <span className={styles.text} id={id}>
        {text}
        {marks.map((mark) => (
          <span key={mark} className={styles.mark}>
            {mark}
          </span>
        ))}
      </span>
      <RowButton aria-describedby={id} onClick={onEdit}>
        Edit
      </RowButton>
      <RowButton isDangerous aria-describedby={id} onClick={onDelete}>
        Delete
      </RowButton>
      {onMore && (
        <RowButton aria-describedby={id} aria-haspopup="dialog" onClick={onMore}>
          More
        </RowButton>
      )}
    </li>
  )
}

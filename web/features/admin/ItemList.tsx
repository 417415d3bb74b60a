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
  /** What one of them is called. */
  noun: string
  describe: (item: Kind) => string
  editId: string | undefined
  onEdit: (item: Kind) => void
  onDelete: (item: Kind) => Promise<void>
}

/** A longer list can be searched. */
const overviewOf = 20
/** So many are drawn at a time: a thousand rows make a phone slow. */
const drawnAtATime = 50

/** What there is, each with Edit and Delete; deleting asks first and names what goes. */
export function ItemList<Kind extends Item>(props: ItemListProps<Kind>) {
  const { items, noun, describe, editId, onEdit, onDelete } = props
  const [doomed, setDoomed] = useState<Kind>()
  const [search, setSearch] = useState('')
  const [wanted, setWanted] = useState(drawnAtATime)
  const list = useRef<HTMLUListElement>(null)

  async function remove(item: Kind) {
    setDoomed(undefined)
    await onDelete(item)
    // The button that had the focus may be gone with its item.
    if (document.activeElement === document.body) list.current?.focus()
  }

  if (items.length === 0) return <Empty>Nothing here yet. Add the first {noun}.</Empty>
  const found = items.filter((item) => hasWords(describe(item), search.trim()))
  const left = found.length - wanted
  return (
    <>
      {items.length > overviewOf && (
        <div className={styles.search}>
          <TextField
            label={`Find one of ${items.length} ${noun}s`}
            type="search"
            value={search}
            onChange={(event) => {
              setSearch(event.currentTarget.value)
              setWanted(drawnAtATime)
            }}
          />
          <p role="status">{search.trim() !== '' && `${found.length} found`}</p>
        </div>
      )}
      <ul className={styles.items} ref={list} tabIndex={-1} aria-label={`All ${noun}s`}>
        {found.slice(0, wanted).map((item) => (
          <Row
            key={item._id}
            text={describe(item)}
            isEdited={item._id === editId}
            onEdit={() => onEdit(item)}
            onDelete={() => setDoomed(item)}
          />
        ))}
      </ul>
      {left > 0 && (
        <p className={styles.rest}>
          <Button variant="quiet" onClick={() => setWanted(wanted + drawnAtATime)}>
            {left > drawnAtATime
              ? `Show ${drawnAtATime} more of ${left}`
              : `Show the other ${left}`}
          </Button>
        </p>
      )}
      {doomed && (
        <ConfirmDialog
          title={`Delete this ${noun}?`}
          text={`“${describe(doomed)}” will be gone for good.`}
          confirm="Delete"
          onCancel={() => setDoomed(undefined)}
          onConfirm={() => void remove(doomed)}
        />
      )}
    </>
  )
}

interface RowProps {
  text: string
  isEdited: boolean
  onEdit: () => void
  onDelete: () => void
}

function Row({ text, isEdited, onEdit, onDelete }: RowProps) {
  const id = useId()
  return (
    <li className={isEdited ? `${styles.item} ${styles.active}` : styles.item}>
      <span className={styles.text} id={id}>
        {text}
      </span>
      <RowButton aria-describedby={id} onClick={onEdit}>
        Edit
      </RowButton>
      <RowButton isDangerous aria-describedby={id} onClick={onDelete}>
        Delete
      </RowButton>
    </li>
  )
}

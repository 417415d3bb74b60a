import Ellipsis from 'lucide-react/icons/ellipsis'
import Lock from 'lucide-react/icons/lock'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { hasWords } from '../../../../api/shared/has-words'
import { isNewId } from '../../../offline/change-rules'
import { QuietButton } from '../../../ui/Button'
import { ConfirmDialog } from '../../../ui/ConfirmDialog'
import { SearchField } from '../../../ui/Field'
import { Empty } from '../panel/Panel'
import styles from './ItemList.module.css'
import { rowId, useRevealed } from './use-list-scroll'

/** A short label of a row, if it has a text; its kind selects its style. */
export type Mark = readonly [
  kind: 'draft' | 'private' | 'stamp' | 'plain',
  text: string | false | undefined,
]

interface ItemListProps<Kind extends { _id: string }> {
  items: readonly Kind[]
  /** The notice that the list failed to load or is still loading; undefined otherwise. */
  notice: ReactNode
  /** The name of the kind of item, in the singular. */
  noun: string
  describe: (item: Kind) => string
  /** The text in which the search looks for words; by default the description. */
  wordsOf?: (item: Kind) => string
  /** The description with its parts in elements of their own, which name their fields by `data-field`: a press on one opens
   * the form at that field. */
  renderText: (item: Kind) => ReactNode
  /** Content before the text, hidden from screen readers: the sleeve of a track, or the date of a show, which narrow lists then
   * leave out of the text. */
  renderLead?: (item: Kind) => ReactNode
  /** The labels that are displayed behind the description. */
  marksOf: (item: Kind) => readonly Mark[]
  /** The heading of an item's group; items of a group must stand together. Without it, there are no groups. */
  groupOf?: (item: Kind) => string
  editId: string | undefined
  /** @param field the field that was pressed; undefined if it is not known */
  onEdit: (item: Kind, field: string | undefined) => void
  onDelete: (item: Kind) => void
  /** Whether a group is collapsed at first, if it has at least twelve items. */
  isCollapsed?: (heading: string) => boolean
  /** Opens further actions; without it, a row has no button for them.
   * @param askToDelete opens the dialog that confirms the deletion */
  onMore?: (item: Kind, askToDelete: () => void) => void
}

/** Longer lists have a search field. */
const maxItemsWithoutSearch = 20
/** How many items are rendered at a time; a thousand rows would be slow on a phone. */
const pageSize = 50

/** A list of items with Edit and Delete buttons; Delete asks for confirmation. */
export function ItemList<Kind extends { _id: string }>(props: ItemListProps<Kind>) {
  const { items, noun, notice, describe, wordsOf = describe, groupOf = () => '' } = props
  const { renderText, renderLead, marksOf, isCollapsed, editId, onEdit, onDelete, onMore } = props
  const [itemToDelete, setItemToDelete] = useState<Kind>()
  const [search, setSearch] = useState('')
  // The field stays when a deletion makes the list short.
  const [hasSearch, setHasSearch] = useState(false)
  if (!hasSearch && items.length > maxItemsWithoutSearch) setHasSearch(true)
  const [visibleCount, setVisibleCount] = useState(pageSize)
  /** The headings of the groups that were opened. */
  const [expanded, setExpanded] = useState<readonly string[]>([])

  const revealed = useRevealed()
  const [handled, setHandled] = useState(revealed)
  const index = items.findIndex(({ _id }) => _id === revealed.id)
  // Its row may be behind “Show 50 more” or in a collapsed group.
  if (revealed !== handled && items[index]) {
    setHandled(revealed)
    setVisibleCount(Math.max(visibleCount, index + 1))
    setExpanded([...expanded, groupOf(items[index])])
  }

  if (items.length === 0) return notice ?? <Empty>Nothing here yet. Add the first {noun}.</Empty>
  const found = items.filter((item) => hasWords(wordsOf(item), search.trim()))
  const remaining = found.length - visibleCount
  const counts = Map.groupBy(found, groupOf)
  const groups = Map.groupBy(found.slice(0, visibleCount), groupOf)
  const last = [...groups.keys()].at(-1)
  const showMore = remaining > 0 && (
    <p className={styles.rest}>
      <QuietButton onClick={() => setVisibleCount(visibleCount + pageSize)}>
        {remaining > pageSize
          ? `Show ${pageSize} more of ${remaining}`
          : `Show the other ${remaining}`}
      </QuietButton>
    </p>
  )
  return (
    <div className={styles.list}>
      {notice}
      {hasSearch && (
        <SearchField
          label={`Find one of ${items.length} ${noun}s`}
          result={search.trim() && `${found.length} found`}
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value)
            setVisibleCount(pageSize)
          }}
        />
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form */}
      <div tabIndex={-1} role="group" aria-label={`All ${noun}s`}>
        {[...groups].map(([heading, members]) => (
          <Group
            key={heading}
            heading={heading}
            count={counts.get(heading)?.length ?? 0}
            isCollapsible={search.trim() === '' && (isCollapsed?.(heading) ?? false)}
            end={heading === last && showMore}
            isExpanded={expanded.includes(heading) || members.some(({ _id }) => _id === editId)}
            onToggle={(isOpen) => {
              const others = expanded.filter((one) => one !== heading)
              setExpanded(isOpen ? [...others, heading] : others)
            }}
          >
            {members.map((item) => (
              <Row
                key={item._id}
                id={rowId(item._id)}
                lead={renderLead?.(item)}
                text={renderText(item)}
                marks={marksOf(item)}
                isEdited={item._id === editId}
                onEdit={(field) => onEdit(item, field)}
                onDelete={() => setItemToDelete(item)}
                onMore={onMore && (() => onMore(item, () => setItemToDelete(item)))}
              />
            ))}
          </Group>
        ))}
      </div>
      {itemToDelete && (
        <ConfirmDialog
          title={`Delete this ${noun}?`}
          text={`“${describe(itemToDelete)}” ${isNewId(itemToDelete._id) ? 'is only on this device: it was not sent yet.' : 'goes to the bin, where it stays for 30 days.'}`}
          confirm="Delete"
          onClose={() => setItemToDelete(undefined)}
          onConfirm={() => onDelete(itemToDelete)}
        />
      )}
    </div>
  )
}

interface GroupProps {
  heading: string
  count: number
  isCollapsible: boolean
  /** Content below the rows. */
  end: ReactNode
  isExpanded: boolean
  onToggle: (isExpanded: boolean) => void
  children: readonly ReactNode[]
}

/** Shorter groups are never collapsed. */
const minCollapsed = 12

/** The rows of a group below its heading. */
function Group(props: GroupProps) {
  const { heading, count, isCollapsible, end, isExpanded, onToggle, children } = props
  const title = heading && (
    <h2 className={styles.heading}>
      {heading} <span>{count}</span>
    </h2>
  )
  if (!isCollapsible || count < minCollapsed)
    return (
      <>
        {title}
        <ul>{children}</ul>
        {end}
      </>
    )
  return (
    <details
      className={styles.fold}
      open={isExpanded}
      onToggle={({ currentTarget }) => onToggle(currentTarget.open)}
    >
      <summary>{title}</summary>
      <ul>{children}</ul>
      {end}
    </details>
  )
}

interface RowProps {
  id: string
  lead: ReactNode
  text: ReactNode
  marks: readonly Mark[]
  isEdited: boolean
  onEdit: (field: string | undefined) => void
  onDelete: () => void
  onMore: (() => void) | undefined
}

/** The field whose text is under the pointer. */
const fieldAt = ({ clientX, clientY }: MouseEvent) =>
  document
    .elementsFromPoint(clientX, clientY)
    .map((element) => (element as HTMLElement).dataset['field'])
    .find(Boolean)

/** A row with its buttons. The Edit button covers the whole row; the other buttons lie above it. */
function Row({ id, lead, text, marks, isEdited, onEdit, onDelete, onMore }: RowProps) {
  const textId = `${id}-text`
  const shown = marks.flatMap(([kind, mark]) => (mark ? [{ kind, mark }] : []))
  return (
    <li
      id={id}
      className={isEdited ? `${styles.item} ${styles.active}` : styles.item}
      data-kind={shown[0]?.kind}
    >
      {lead && (
        <span className={styles.lead} aria-hidden="true">
          {lead}
        </span>
      )}
      <span className={styles.text} id={textId}>
        {text}{' '}
        {shown.map(({ kind, mark }) => (
          <span key={mark} className={styles.mark} data-kind={kind}>
            {kind === 'private' && <Lock size="0.9em" aria-hidden="true" />}
            {mark}
          </span>
        ))}
      </span>
      <button
        type="button"
        className={styles.edit}
        aria-describedby={textId}
        onClick={(event) => onEdit(fieldAt(event))}
      >
        <span>Edit</span>
      </button>
      <button type="button" className={styles.action} aria-describedby={textId} onClick={onDelete}>
        Delete
      </button>
      {onMore && (
        <button
          type="button"
          className={styles.action}
          aria-label="More"
          aria-describedby={textId}
          aria-haspopup="dialog"
          onClick={onMore}
        >
          <Ellipsis size={22} aria-hidden="true" />
        </button>
      )}
    </li>
  )
}

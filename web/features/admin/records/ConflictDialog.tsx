import { useId } from 'react'
import { Button, QuietButton } from '../../../ui/Button'
import { Dialog } from '../../../ui/Dialog'
import styles from './ConflictDialog.module.css'

/** One field of a record in both versions. */
export interface ConflictRow {
  label: string
  mine: string
  theirs: string
}

/** The ways to resolve a conflict with another person's write. */
interface RecordConflict {
  /** Whether the change is in an open form, which is the default, or was made without one. */
  isForm?: boolean
  /** The name of the device with the other version; undefined if it is not known. */
  editor?: string | undefined
  /** Stores the draft: over the other version, or as a new record. */
  keepMine: () => void
  /** Keeps the other version. A form is closed, and its draft can be restored with Undo. */
  takeTheirs: () => void
  /** Closes the dialog and changes nothing. */
  cancel: () => void
}

interface ConflictDialogProps {
  /** The name of the kind of record, for example 'show'. */
  noun: string
  /** Both versions, field by field; equal fields are hidden. Undefined if the record was deleted. */
  rows: readonly ConflictRow[] | undefined
  /** The label of the button that closes the dialog. */
  goOn?: string
  conflict: RecordConflict
}

const textsFor = (noun: string, isDeleted: boolean, isForm: boolean, editor = 'Somebody else') =>
  isDeleted
    ? {
        title: `This ${noun} was deleted meanwhile`,
        text: `Your entries are still ${isForm ? 'in the form' : 'on this device'}. Do you want to add it again?`,
        theirs: 'Leave it deleted',
        mine: 'Add it again',
      }
    : {
        title: `${editor} has changed this ${noun}`,
        text: `It was saved while ${isForm ? 'you were editing' : 'your change was not sent'}. Which version do you want to keep?`,
        theirs: 'Keep theirs',
        mine: 'Save mine',
      }

/** Asks whether to keep or discard a change that conflicts with another person's write. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { noun, rows, conflict } = props
  const { isForm = true, editor } = conflict
  const { goOn = isForm ? 'Go on editing' : 'Not now' } = props
  const { title, text, theirs, mine } = textsFor(noun, rows === undefined, isForm, editor)
  return (
    <Dialog
      title={title}
      text={text}
      onCancel={conflict.cancel}
      actions={
        <>
          <QuietButton onClick={conflict.cancel}>{goOn}</QuietButton>
          <QuietButton onClick={conflict.takeTheirs}>{theirs}</QuietButton>
          <Button onClick={conflict.keepMine}>{mine}</Button>
        </>
      }
    >
      {rows && <Comparison rows={rows} />}
    </Dialog>
  )
}

interface RecordConflictDialogProps<Mine, Theirs> {
  noun: string
  conflict: (RecordConflict & { mine: Mine; current: Theirs | undefined }) | undefined
  rowsOf: (mine: Mine, theirs: Theirs) => readonly ConflictRow[]
}

/** The dialog of a conflict about a record of a list, if there is one. */
export const RecordConflictDialog = <Mine, Theirs>({
  noun,
  conflict,
  rowsOf,
}: RecordConflictDialogProps<Mine, Theirs>) =>
  conflict && (
    <ConflictDialog
      noun={noun}
      rows={conflict.current && rowsOf(conflict.mine, conflict.current)}
      conflict={conflict}
    />
  )

function Comparison({ rows }: { rows: readonly ConflictRow[] }) {
  const id = useId()
  const differing = rows.filter(({ mine, theirs }) => mine !== theirs)
  if (differing.length === 0) return
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <td />
          <th id={`${id}-mine`}>Yours</th>
          <th id={`${id}-theirs`}>Theirs</th>
        </tr>
      </thead>
      <tbody>
        {differing.map(({ label, mine, theirs }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td headers={`${id}-mine`} data-version="Yours">
              {mine || 'nothing'}
            </td>
            <td headers={`${id}-theirs`} data-version="Theirs">
              {theirs || 'nothing'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

import { useId } from 'react'
import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/Dialog'
import styles from './ConflictDialog.module.css'
import type { RecordConflict } from './use-record-form'

/** One field of a record in both versions. */
export interface ConflictRow {
  label: string
  mine: string
  theirs: string
}

interface ConflictDialogProps {
  /** The name of the kind of record, for example 'show'. */
  noun: string
  /** Both versions, field by field; equal fields are hidden. Undefined if the record was deleted. */
  rows: readonly ConflictRow[] | undefined
  /** The name of the device with the other version; undefined if it is not known. */
  editor?: string | undefined
  /** The label of the button that closes the dialog. */
  goOn?: string
  /** Whether the change is in an open form, instead of in the queue. */
  isFormOpen?: boolean
  conflict: Pick<RecordConflict, 'keepMine' | 'takeTheirs' | 'cancel'>
}

const textsFor = (
  noun: string,
  isDeleted: boolean,
  isFormOpen: boolean,
  editor = 'Somebody else',
) =>
  isDeleted
    ? {
        title: `This ${noun} was deleted meanwhile`,
        text: `Your entries are still ${isFormOpen ? 'in the form' : 'on this device'}. Do you want to add it again?`,
        theirs: 'Leave it deleted',
        mine: 'Add it again',
      }
    : {
        title: `${editor} has changed this ${noun}`,
        text: `It was saved while ${isFormOpen ? 'you were editing' : 'your change was not sent'}. Which version do you want to keep?`,
        theirs: 'Keep theirs',
        mine: 'Save mine',
      }

/** Asks whether to keep or discard a change that conflicts with another person's write. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { noun, rows, editor, isFormOpen = true, conflict } = props
  const { goOn = isFormOpen ? 'Go on editing' : 'Not now' } = props
  const { title, text, theirs, mine } = textsFor(noun, rows === undefined, isFormOpen, editor)
  return (
    <Dialog
      title={title}
      text={text}
      onCancel={conflict.cancel}
      actions={
        <>
          <Button variant="quiet" onClick={conflict.cancel}>
            {goOn}
          </Button>
          <Button variant="quiet" onClick={conflict.takeTheirs}>
            {theirs}
          </Button>
          <Button onClick={conflict.keepMine}>{mine}</Button>
        </>
      }
    >
      {rows && <Comparison rows={rows} />}
    </Dialog>
  )
}

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

import { useId } from 'react'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import styles from './ConflictDialog.module.css'

/** One field of a record in both of its versions. */
export interface ConflictRow {
  label: string
  mine: string
  theirs: string
}

interface ConflictDialogProps {
  /** What the record is called. */
  noun: string
  /** Both versions, field by field; absent where the record was deleted. */
  rows: readonly ConflictRow[] | undefined
  /** Stores what was typed, in the place of the other version or as a new record. */
  onKeepMine: () => void
  /** Gives up what was typed. */
  onTakeTheirs: () => void
  /** Goes back to the form as it is. */
  onCancel: () => void
}

/** Asks whether to keep or discard a change that conflicts with another person's write. */
export function ConflictDialog({ noun, rows, ...on }: ConflictDialogProps) {
  return rows ? (
    <Dialog
      title={`Somebody else has changed this ${noun}`}
      text="Somebody else saved changes while you were editing. Which version do you want to keep?"
      onCancel={on.onCancel}
      actions={
        <>
          <Button look="quiet" autoFocus onClick={on.onCancel}>
            Go on editing
          </Button>
          <Button look="quiet" onClick={on.onTakeTheirs}>
            Keep theirs
          </Button>
          <Button onClick={on.onKeepMine}>Save mine</Button>
        </>
      }
    >
      <Comparison rows={rows} />
    </Dialog>
  ) : (
    <Dialog
      title={`This ${noun} was deleted meanwhile`}
      text="Your entries are still in the form. Do you want to add it again?"
      onCancel={on.onCancel}
      actions={
        <>
          <Button look="quiet" autoFocus onClick={on.onCancel}>
            Go on editing
          </Button>
          <Button look="quiet" onClick={on.onTakeTheirs}>
            Leave it deleted
          </Button>
          <Button onClick={on.onKeepMine}>Add it again</Button>
        </>
      }
    />
  )
}

function Comparison({ rows }: { rows: readonly ConflictRow[] }) {
  const id = useId()
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
        {rows.map(({ label, mine, theirs }) => (
          <tr key={label} className={mine === theirs ? undefined : styles.different}>
            <th scope="row">{label}</th>
            <td headers={`${id}-mine`}>{mine}</td>
            <td headers={`${id}-theirs`}>{theirs}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

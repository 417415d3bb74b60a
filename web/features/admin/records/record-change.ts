import type { RecordChange } from '../../../offline/change-edits'
import { type Submitted, submitChange, undoChange } from '../changes/changes.store'
import { formOf, recordKey } from './record-key'

/** The notice about a record of which a change conflicts or was refused. */
export const stuckHint = {
  text: 'First decide about its earlier change, which could not be saved.',
  next: { label: 'Decide', run: openWaitingChanges },
  isHint: true,
}

/** The notice about a change that waits on this device; undo discards it. */
export const waitingNotice = (
  description: string,
  { waitingKey, isStuck }: { waitingKey: string; isStuck?: boolean },
) => ({
  ...(isStuck && stuckHint),
  text: isStuck
    ? `Saved on this device only: ${description}. ${stuckHint.text}`
    : `Saved on this device: ${description}. It will be sent when the site responds.`,
  undo: () => void undoChange(waitingKey),
  waitingKey,
})

/** The id of the list of changes that wait on this device. */
export const waitingChangesId = 'waiting-changes'

function openWaitingChanges() {
  const list = document.getElementById(waitingChangesId)
  if (list instanceof HTMLDetailsElement) list.open = true
  list?.querySelector('summary')?.focus()
}

/** Sends the change of a form; see `submitChange`. Unchanged content keeps its Idempotency-Key until it is stored. */
export function submitRecord<Stored extends object>(
  change: RecordChange & { kind: 'show' | 'song' },
): Promise<Submitted<Stored>> {
  const { kind, id, version, body } = change
  const key = recordKey(formOf(kind, id), JSON.stringify([version, body]))
  return submitChange<Stored>(change, key)
}

import { useState } from 'react'
import { conflictOf } from '../../../api-client/problem'
import { useReload } from '../panel/use-reload'
import type { Saving } from '../panel/use-saving'
import type { RecordKind } from './drafts.store'
import { waitingNotice } from './record-change'
import { clearRecordKey, formOf } from './record-key'
import { revealRow } from './use-list-scroll'
import { useRecordRemoval } from './use-record-removal'
import {
  type Draft,
  type DraftConflict,
  type ListUpdates,
  type StoredDraft,
  type StoringDependencies,
  useStoring,
  type Versioned,
} from './use-storing'

/** What updates the form after a write. */
interface FormUpdates<Stored> {
  /** Closes the form, and offers to restore its draft. */
  cancel: () => void
  /** Called with a record that was changed without the form. */
  onChanged: (record: Stored) => void
  /** Called with the id of each deleted record. */
  onRemoved: (id: string) => void
}

export interface WriteDependencies<Typed extends Draft, Listed, Stored extends Versioned>
  extends ListUpdates<Stored>,
    StoringDependencies<Typed, Stored> {
  kind: RecordKind
  /** A text that is appended to the notice about a stored record, with its leading full stop. */
  noticeSuffix?: (notified: number | undefined) => string
  /** A short name for notices. */
  nameOf: (record: Listed) => string
  /** The draft that undoes a change; undefined if the change can't be undone.
   * @param original the record before the change
   * @param sent the draft that changed it */
  undoOf: (original: Stored, sent: Typed) => Typed | undefined
}

/** A conflict about which the person decides. */
type OpenConflict<Typed, Stored> = DraftConflict<Typed, Stored> & {
  /** Whether the draft is in the form. */
  isForm: boolean
  /** Sends the draft again, based on the other version or as a new record. */
  sendAgain: (mine: Typed) => void
}

/** Stores, deletes and restores records of one kind, and offers to undo each. If another person has changed or deleted the
 * record, `conflict` is set. */
export function useRecordWrites<
  Typed extends Draft,
  Listed extends { _id: string },
  Stored extends Versioned & Listed,
>(
  dependencies: WriteDependencies<Typed, Listed, Stored> & {
    form: FormUpdates<Stored>
    saving: Pick<Saving, 'save' | 'saveFromList'>
  },
) {
  const { kind, nameOf, onStored, onRemoved, form } = dependencies
  const { save, saveFromList } = dependencies.saving
  const reload = useReload()
  const store = useStoring(dependencies)
  const [conflict, setConflict] = useState<OpenConflict<Typed, Stored>>()
  const { remove, takeBack } = useRecordRemoval<Listed, Stored>({
    ...dependencies,
    onRemoved(id) {
      form.onRemoved(id)
      onRemoved(id)
    },
  })

  /** Stores a draft, and asks the person if there is a conflict.
   * @returns undefined if there is one */
  async function storeOrAsk(
    draft: Typed,
    origin: Pick<OpenConflict<Typed, Stored>, 'isForm' | 'sendAgain'>,
  ): Promise<StoredDraft<Typed, Stored> | undefined> {
    try {
      const outcome = await store(draft)
      if (!('conflict' in outcome)) return outcome
      setConflict({ ...outcome.conflict, ...origin })
      return undefined
    } catch (error) {
      if (draft.editId && conflictOf(error)?.kind === 'deleted') onRemoved(draft.editId)
      throw error
    }
  }

  /** Stores a draft of the form.
   * @param onSaved called with the stored record; returns whether the form was closed */
  const saveDraft = (draft: Typed, onSaved: (stored: Stored) => boolean) =>
    void save(`The ${kind} could not be saved.`, async () => {
      const sendAgain = (mine: Typed) => saveDraft(mine, onSaved)
      const result = await storeOrAsk(draft, { isForm: true, sendAgain })
      if (!result) return
      return showStored(result, 'Updated', onSaved(result.stored))
    })

  /** Changes a record without the form.
   * @param done the beginning of the notice, such as 'Published'
   * @returns false if it failed or was cancelled; true also while the person decides about a conflict */
  const change = (draft: Typed, done: string): Promise<boolean> =>
    saveFromList(`The ${kind} could not be changed.`, async () => {
      const sendAgain = (mine: Typed) => void change(mine, done)
      const result = await storeOrAsk(draft, { isForm: false, sendAgain })
      if (!result) return
      // A change that waits may be discarded; its values stay out of the form until the site has them.
      if (result.waitingKey === undefined) form.onChanged(result.stored)
      return showStored(result, done, false)
    })

  /** Shows a stored record in the list.
   * @param done the beginning of the notice about a changed record; a new one is 'Added'
   * @param hasFormClosed whether the form was closed
   * @returns the notice */
  function showStored(result: StoredDraft<Typed, Stored>, done: string, hasFormClosed: boolean) {
    const { sent, stored } = result
    clearRecordKey(formOf(kind, sent.editId))
    if (!sent.editId) revealRow(stored._id, hasFormClosed)
    if (result.waitingKey !== undefined) return waitingNotice(nameOf(stored), result)
    onStored(stored)
    void reload()
    const text = `${sent.editId ? done : 'Added'}: ${nameOf(stored)}${dependencies.noticeSuffix?.(result.notified) ?? ''}`
    const undo = sent.editId ? undoOf(sent, stored) : () => void takeBack(stored)
    return { text, ...(undo && { undo, isPassing: true }) }
  }

  function undoOf(sent: Typed, stored: Stored) {
    const before = sent.original && dependencies.undoOf(sent.original as Stored, sent)
    const base = { version: stored.version, original: stored }
    return before && (() => change({ ...before, ...base }, 'Taken back'))
  }

  /** Closes the dialog of a conflict. If another person has deleted the record, removes it from the list. */
  function closeConflict(closed: OpenConflict<Typed, Stored>) {
    setConflict(undefined)
    if (closed.kind === 'deleted' && closed.mine.editId) onRemoved(closed.mine.editId)
  }

  return {
    saveDraft,
    change,
    remove,
    conflict: conflict && {
      current: conflict.kind === 'changed' ? conflict.current : undefined,
      mine: conflict.mine,
      isForm: conflict.isForm,
      editor: conflict.kind === 'changed' ? conflict.current.lastChange?.by : undefined,
      keepMine() {
        closeConflict(conflict)
        const asNew = { editId: undefined, version: undefined, original: undefined }
        conflict.sendAgain({ ...conflict.mine, ...(conflict.kind === 'deleted' && asNew) })
      },
      takeTheirs() {
        closeConflict(conflict)
        if (conflict.isForm) form.cancel()
        void reload()
      },
      cancel() {
        setConflict(undefined)
        // The list shows the record as it is now.
        if (!conflict.isForm) void reload()
      },
    },
  }
}

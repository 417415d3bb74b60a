import { callAdmin } from '../../../api-client/call'
import { ofVersion } from '../../../api-client/client'
import { conflictOf, deleteOnce } from '../../../api-client/problem'
import { deleteWithChanges } from '../changes/changes.store'
import { useReload } from '../panel/use-reload'
import type { Saving } from '../panel/use-saving'
import type { RecordKind } from './drafts.store'
import { notInBin, restoreFromBin } from './restore-from-bin'
import { revealRow } from './use-list-scroll'
import type { ListUpdates, Versioned } from './use-storing'

interface Dependencies<Listed, Stored> extends ListUpdates<Stored> {
  kind: RecordKind
  /** A short name for notices. */
  nameOf: (record: Listed) => string
  saving: Pick<Saving, 'saveFromList'>
}

const deletions = {
  show: 'DELETE /api/shows/{id}',
  track: 'DELETE /api/music/{id}',
  song: 'DELETE /api/songs/{id}',
} as const

const noChanges = () => Promise.resolve()

/** Deletes records of one kind, and offers to restore them. */
export function useRecordRemoval<Listed extends { _id: string }, Stored extends Versioned & Listed>(
  dependencies: Dependencies<Listed, Stored>,
) {
  const { kind, nameOf, onStored, onRemoved, saving } = dependencies
  const { saveFromList } = saving
  const reload = useReload()

  /** @param version the version to delete; undefined deletes any
   * @returns the notice */
  async function deleteRecord(record: Listed, version?: number) {
    const deleteStored = (id: string) =>
      deleteOnce(callAdmin(deletions[kind], { parameters: { id }, ...ofVersion(version) }))
    // Tracks have no unsent changes.
    const { id, bringChangesBack } = await (kind === 'track'
      ? deleteStored(record._id).then(() => ({ id: record._id, bringChangesBack: noChanges }))
      : deleteWithChanges({ kind, id: record._id }, deleteStored))
    onRemoved(record._id)
    if (id === undefined)
      return { text: `Discarded: ${nameOf(record)}`, undo: () => void bringChangesBack() }
    void reload()
    const undo = () => restore({ ...record, _id: id }, bringChangesBack)
    return { text: `Deleted: ${nameOf(record)}`, undo }
  }

  const deletionFailed = `The ${kind} could not be deleted.`
  const remove = (record: Listed) => saveFromList(deletionFailed, () => deleteRecord(record))

  /** Deletes a record that was added, unless somebody has changed it since. */
  const takeBack = (added: Stored) =>
    saveFromList(deletionFailed, async () => {
      try {
        return await deleteRecord(added, added.version)
      } catch (error) {
        const found = conflictOf<Stored>(error)
        if (found?.kind !== 'changed') throw error
        void reload()
        const name = nameOf(found.current)
        return { text: `Not deleted, because somebody else has changed it: ${name}`, isHint: true }
      }
    })

  /** @param bringChangesBack sends what had not been sent before the deletion */
  const restore = (record: Listed, bringChangesBack: () => Promise<void>) =>
    void saveFromList(`The ${kind} could not be restored.`, async () => {
      const body = await restoreFromBin(record._id)
      void reload()
      if (!body) return notInBin(nameOf(record))
      const [restored] = Object.values(body) as Stored[]
      if (restored) onStored(restored)
      await bringChangesBack()
      revealRow(record._id)
      return `Restored: ${nameOf(record)}`
    })

  return { remove, takeBack }
}

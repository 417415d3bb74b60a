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
    let id: string | undefined = record._id
    if (kind === 'track') await deleteStored(id)
    else id = await deleteWithChanges({ kind, id }, deleteStored)
    onRemoved(record._id)
    void reload()
    if (id === undefined) return `Discarded: ${nameOf(record)}`
    return { text: `Deleted: ${nameOf(record)}`, undo: () => restore({ ...record, _id: id }) }
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

  const restore = (record: Listed) =>
    void saveFromList(`The ${kind} could not be restored.`, async () => {
      const body = await restoreFromBin(record._id)
      void reload()
      if (!body) return notInBin(nameOf(record))
      const [restored] = Object.values(body) as Stored[]
      if (restored) onStored(restored)
      revealRow(record._id)
      return `Restored: ${nameOf(record)}`
    })

  return { remove, takeBack }
}

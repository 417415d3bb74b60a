import type { Away, AwayBody } from '../../../../api/contract/availability'
import { callAdmin } from '../../../api-client/call'
import { deleteOnce } from '../../../api-client/problem'
import { useReload } from '../panel/use-reload'
import { useSaving } from '../panel/use-saving'
import { useStoredDraft } from '../records/draft-storage'
import { clearRecordKey, recordKey } from '../records/record-key'
import { stretchOf } from './DayDialog'

const noNightsOff = { from: '', to: '', note: '' }
const notAdded = 'The nights off could not be added.'

/** Adds and deletes nights off, and holds the form's draft. */
export function useNightsOff() {
  const reload = useReload()
  const { save, saveFromList, ...saving } = useSaving()
  const [draft, setDraft] = useStoredDraft('nights off', noNightsOff)

  /** @returns the notice */
  async function store(json: AwayBody) {
    const headers = { 'idempotency-key': recordKey('nights off', JSON.stringify(json)) }
    const { away: added } = await callAdmin('POST /api/admin/away', { json, headers })
    clearRecordKey('nights off')
    await reload()
    return { text: `Added: ${stretchOf(json)}`, undo: () => remove(added) }
  }

  /** Adds nights off without the form. */
  const add = (json: AwayBody) => void saveFromList(notAdded, () => store(json))

  const remove = (one: Away) =>
    void saveFromList('The nights off could not be deleted.', async () => {
      const parameters = { id: one._id }
      await deleteOnce(callAdmin('DELETE /api/admin/away/{id}', { parameters }))
      await reload()
      const { from, to, note } = one
      const undo = () => add({ from, to, ...(note && { note }) })
      return { text: `Deleted: ${stretchOf(one)}`, undo }
    })

  return {
    ...saving,
    draft,
    changeDraft: (change: Partial<typeof noNightsOff>) => setDraft({ ...draft, ...change }),
    /** Adds the nights off of the draft.
     * @returns whether they were added */
    submit: () =>
      save(notAdded, async () => {
        const added = await store({ ...draft, to: draft.to || draft.from })
        setDraft(undefined)
        return added
      }),
    add,
    remove,
  }
}

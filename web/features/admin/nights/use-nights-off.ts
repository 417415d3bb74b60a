import type { Away, AwayBody } from '../../../../api/contract/availability'
import { callAdmin } from '../../../api-client/call'
import { deleteOnce } from '../../../api-client/problem'
import { deleteWithChanges, submitChange } from '../changes/changes.store'
import { useReload } from '../panel/use-reload'
import { useSaving } from '../panel/use-saving'
import { isStoredDraft, useStoredDraft } from '../records/draft-storage'
import { waitingNotice } from '../records/record-change'
import { clearRecordKey, recordKey } from '../records/record-key'
import { stretchOf } from './DayDialog'

const formName = 'nights off'
const noNightsOff = { from: '', to: '', note: '' }
const notAdded = 'The nights off could not be added.'

/** Adds and deletes nights off, and holds the form's draft. */
export function useNightsOff() {
  const reload = useReload()
  const { save, saveFromList, ...saving } = useSaving()
  const [draft, setDraft] = useStoredDraft(formName, noNightsOff)

  /** @returns the notice */
  async function store(json: AwayBody) {
    const days = stretchOf(json)
    const label = `Nights off: ${days}`
    const change = { kind: 'nights off', id: '', body: json, label, preview: json } as const
    const key = recordKey('nights off', JSON.stringify(json))
    const sent = await submitChange<Away>(change, key)
    clearRecordKey('nights off')
    if (sent.waitingKey !== undefined) return waitingNotice(days, sent)
    await reload()
    return { text: `Added: ${days}`, undo: () => remove(sent.stored) }
  }

  /** Adds nights off without the form. */
  const add = (json: AwayBody) => void saveFromList(notAdded, () => store(json))

  const remove = (one: Away) =>
    void saveFromList('The nights off could not be deleted.', async () => {
      await deleteWithChanges({ kind: 'nights off', id: one._id }, (id) =>
        deleteOnce(callAdmin('DELETE /api/admin/away/{id}', { parameters: { id } })),
      )
      await reload()
      const undo = () => add(withoutEmptyNote(one))
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
        const added = await store(withoutEmptyNote({ ...draft, to: draft.to || draft.from }))
        // The person may have typed on meanwhile.
        if (isStoredDraft(formName, draft)) setDraft(undefined)
        return added
      }),
    add,
    remove,
  }
}

const withoutEmptyNote = ({ from, to, note }: AwayBody): AwayBody => ({
  from,
  to,
  ...(note && { note }),
})

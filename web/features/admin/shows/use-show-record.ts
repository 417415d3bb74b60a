import type { AdminShow } from '../../../../api/contract/shows'
import { callAdmin } from '../../../api-client/call'
import { deleteOnce } from '../../../api-client/problem'
import { type ListedShow, type ShowDraft, useDrafts } from '../records/drafts.store'
import { hasSameTexts, showFields } from '../records/record-fields'
import { type ListUpdates, useRecordForm } from '../records/use-record-form'
import {
  describeShow,
  isSamePoster,
  mergeShow,
  notifiedText,
  type StoredShow,
  sendShow,
  showChanges,
} from './show-change'

/** The form of a show, and the changes that are made without the form. Both share one notice. */
export function useShowRecord({ onStored, onRemoved, onChanged }: ListUpdates<AdminShow>) {
  const { show: draft, clear } = useDrafts()
  const store = ({ notified: _, waitingKey: __, ...show }: StoredShow) => onStored(show)
  const record = useRecordForm<ShowDraft, ListedShow, StoredShow>({
    kind: 'show',
    draft,
    send: sendShow,
    describe: describeShow,
    noticeSuffix: ({ original }, stored) => (original ? notifiedText(original, stored) : ''),
    onStored: store,
    onRemoved,
    onChanged,
    remove: ({ _id: id }) =>
      deleteOnce(callAdmin('DELETE /api/shows/{id}', { parameters: { id } })),
    isSame: (typed, show) =>
      hasSameTexts(showFields, typed, show) && isSamePoster(typed.poster, show.poster),
    isComplete: () => true,
    merge: mergeShow,
    undoOf: ({ original }, stored) =>
      original && original.status !== stored.status
        ? () => changes.restore(stored, original)
        : undefined,
    clear: () => clear('show'),
  })
  const changes = showChanges({ save: record.save, onStored: store, onChanged })
  return { record, changes }
}

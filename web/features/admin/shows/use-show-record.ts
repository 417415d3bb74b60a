import type { AdminShow } from '../../../../api/contract/shows'
import { draftOf, type ListedShow, type ShowDraft } from '../records/drafts.store'
import { hasSameTexts, showFields } from '../records/record-fields'
import { nameOfShow } from '../records/show-name'
import { useRecordForm } from '../records/use-record-form'
import type { ListUpdates } from '../records/use-storing'
import { isSamePoster, mergeShow, notifiedText, type StoredShow, sendShow } from './show-change'

/** The form of a show. */
export function useShowRecord({ onStored, onRemoved }: ListUpdates<AdminShow>) {
  const store = ({ notified: _, waitingKey: __, ...show }: StoredShow) => onStored(show)
  return useRecordForm<ShowDraft, ListedShow, StoredShow>({
    kind: 'show',
    send: sendShow,
    nameOf: nameOfShow,
    noticeSuffix: notifiedText,
    onStored: store,
    onRemoved,
    isSame: (typed, show) =>
      hasSameTexts(showFields, typed, show) && isSamePoster(typed.poster, show.poster),
    merge: mergeShow,
    undoOf: (show) => ({ ...draftOf.show(show), formerDate: show.formerDate ?? '' }),
  })
}

import type { AdminShow } from '../../../../api/contract/shows'
import { useSaving } from '../panel/use-saving'
import { draftOf, type ListedShow, nameOfShow, type ShowDraft } from '../records/drafts.store'
import { hasSameTexts, showFields } from '../records/record-fields'
import { useRecordForm } from '../records/use-record-form'
import { useRecordWrites, type WriteDependencies } from '../records/use-record-writes'
import type { ListUpdates } from '../records/use-storing'
import { isSamePoster, mergeShow, notifiedText, sendShow } from './show-change'

const dependenciesOf = (
  updates: ListUpdates<AdminShow>,
): WriteDependencies<ShowDraft, ListedShow, AdminShow> => ({
  ...updates,
  kind: 'show',
  send: sendShow,
  nameOf: nameOfShow,
  noticeSuffix: notifiedText,
  isSame: (typed, show) =>
    hasSameTexts(showFields, typed, show) &&
    isSamePoster(typed.poster, show.poster) &&
    [undefined, show.formerDate ?? ''].includes(typed.formerDate),
  merge: mergeShow,
  undoOf: (show) => ({ ...draftOf.show(show), formerDate: show.formerDate ?? '' }),
})

/** The form of a show. */
export const useShowRecord = (updates: ListUpdates<AdminShow>) =>
  useRecordForm<ShowDraft, ListedShow, AdminShow>(dependenciesOf(updates))

const ignore = () => undefined
const noForm = { cancel: ignore, onChanged: ignore, onRemoved: ignore }

/** Changes shows on a page without their form. The page's data is read again after each change. */
export function useShowChanges() {
  const saving = useSaving()
  const updates = dependenciesOf({ onStored: ignore, onRemoved: ignore })
  return { ...saving, ...useRecordWrites({ ...updates, form: noForm, saving }) }
}

import { setListDraft, storedDraft } from '../records/draft-storage'
import type { ListedShow } from '../records/drafts.store'
import type { Mark } from '../records/ItemList'
import { showFields } from '../records/record-fields'

/** The labels of a show in the list: its visibility, its status, and what is not saved on the site. */
export function showMarks({ _id, visibility, status = 'scheduled', waiting }: ListedShow): Mark[] {
  return [
    ['draft', visibility === 'draft' && 'Draft'],
    ['private', visibility === 'private' && 'Private'],
    ['stamp', status !== 'scheduled' && showFields.status.choices?.[status]],
    ['plain', waiting],
    ['plain', storedDraft(setListDraft(_id)) !== undefined && 'Set list not saved'],
  ]
}

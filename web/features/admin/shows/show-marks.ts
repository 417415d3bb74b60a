import { setListDraft, storedDraft } from '../records/draft-storage'
import type { ListedShow } from '../records/drafts.store'
import { marksOf } from '../records/item-marks'
import { showFields } from '../records/record-fields'

/** The labels of a show in the list: its visibility, its status, and what is not saved on the site. */
export const showMarks = ({ _id, visibility, status = 'scheduled', waiting }: ListedShow) =>
  marksOf([
    ['draft', visibility === 'draft' && 'Draft'],
    ['private', visibility === 'private' && 'Private'],
    ['stamp', status !== 'scheduled' && showFields.status.choices?.[status]],
    ['plain', waiting],
    ['plain', storedDraft(setListDraft(_id)) !== undefined && 'Set list not saved'],
  ])

import type { ListedShow } from '../records/drafts.store'
import { marksOf } from '../records/item-marks'
import { showFields } from '../records/record-fields'

/** The labels of a show in the list: its visibility, its status, and whether a change waits. */
export const showMarks = ({ visibility, status = 'scheduled', waiting }: ListedShow) =>
  marksOf([
    ['draft', visibility === 'draft' && 'Draft'],
    ['private', visibility === 'private' && 'Private'],
    ['stamp', status !== 'scheduled' && showFields.status.choices?.[status]],
    ['plain', waiting],
  ])

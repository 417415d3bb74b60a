import type { ListedShow } from './drafts.store'
import { marksOf } from './item-marks'
import { showFields } from './record-fields'

/** The labels of a show in the list: its visibility, its status, and whether a change waits. */
export const showMarks = ({ visibility, status = 'scheduled', waiting }: ListedShow) =>
  marksOf([
    ['draft', visibility === 'draft' && 'Draft'],
    ['private', visibility === 'private' && 'Private'],
    ['stamp', status !== 'scheduled' && showFields.status.choices?.[status]],
    ['plain', waiting],
  ])

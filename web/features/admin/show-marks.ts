import type { ListedShow } from './drafts.store'
import { showFields } from './record-fields'

/** The labels of a show in the list: its visibility and its status. */
export const showMarks = ({ visibility, status }: ListedShow): string[] => {
  const marks = [
    visibility === 'draft' && 'Draft',
    visibility === 'private' && 'Private',
    status && status !== 'scheduled' && showFields.status.choices?.[status],
  ]
  return marks.filter((mark) => typeof mark === 'string')
}

import type { ListedShow } from './drafts.store'
import { showFields } from './record-fields'

/** The labels of a show in the list: whether a change waits, its visibility and its status. */
export const showMarks = ({ visibility, status, waiting }: ListedShow): string[] => {
  const marks = [
    waiting,
    visibility === 'draft' && 'Draft',
    visibility === 'private' && 'Private',
    status && status !== 'scheduled' && showFields.status.choices?.[status],
  ]
  return marks.filter((mark) => typeof mark === 'string')
}

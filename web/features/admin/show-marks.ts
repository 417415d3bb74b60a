import type { ListedShow } from './drafts.store'
import { showFields } from './record-fields'

/** What a row of the list says about a show besides its date and place. */
export const showMarks = ({ visibility, status }: ListedShow): string[] => {
  const marks = [
    visibility === 'draft' && 'Draft',
    visibility === 'private' && 'Private',
    status && status !== 'scheduled' && showFields.status.choices?.[status],
  ]
  return marks.filter((mark) => typeof mark === 'string')
}

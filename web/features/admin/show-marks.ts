import type { ListedShow } from './drafts.store'
import type { Mark } from './ItemList'
import { showFields } from './record-fields'

/** The labels of a show in the list: its visibility, its status, and whether a change waits. */
export const showMarks = ({ visibility, status, waiting }: ListedShow): Mark[] => [
  ...(visibility === 'draft' ? [{ text: 'Draft', kind: 'draft' } as const] : []),
  ...(visibility === 'private' ? [{ text: 'Private', kind: 'private' } as const] : []),
  ...(status && status !== 'scheduled'
    ? [{ text: showFields.status.choices?.[status] ?? status, kind: 'stamp' } as const]
    : []),
  ...(waiting ? [{ text: waiting, kind: 'plain' } as const] : []),
]

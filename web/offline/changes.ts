/** The band's changes that are not sent yet, in a database of their own, which is deleted on logout. */
import { afterChange, type ChangeEntry, readyChanges } from './change-rules'
import { createEntryQueue } from './entry-queue'
import { changesTag } from './names'

export const changes = createEntryQueue<ChangeEntry>({
  database: changesTag,
  tag: changesTag,
  compare: (one, other) => one.place - other.place,
  ready: readyChanges,
  requestOf: ({ to, path, method, body, token, version }, { headers }) => ({
    to: to + path,
    method,
    body,
    headers: {
      authorization: `Bearer ${token}`,
      // `"v0"` matches no stored version, so that the change becomes a conflict.
      ...(method === 'PUT' && { 'if-match': `"v${version ?? 0}"` }),
      ...headers,
    },
  }),
  settle: afterChange,
})

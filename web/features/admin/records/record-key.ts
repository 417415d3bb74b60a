import { newIdempotencyKey } from '../../../api-client/idempotency-key'
import { storeDraft, storedDraft } from './draft-storage'
import type { RecordKind } from './drafts.store'

/** The Idempotency-Key for a form's content. Unchanged content keeps its key until it is stored, so that submitting it
 * again after a failure does not store it twice. Changed content gets a new key.
 * @param form names the form and its record */
export function recordKey(form: string, content: string): string {
  const known = storedDraft<{ content: string; key: string }>(`key ${form}`)
  if (known?.content === content) return known.key
  const key = newIdempotencyKey()
  storeDraft(`key ${form}`, { content, key })
  return key
}

/** To be called when the content is stored: the next submission creates another record, even with the same content. */
export const clearRecordKey = (form: string) => storeDraft(`key ${form}`, undefined)

/** The name of a record's form.
 * @param id undefined or empty for a new record */
export const formOf = (kind: RecordKind, id: string | undefined) => `${kind} ${id || 'new'}`

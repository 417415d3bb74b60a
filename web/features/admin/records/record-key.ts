import { newIdempotencyKey } from '../../../api-client/idempotency-key'
import { storeDraft, storedDraft } from './draft-storage'
import type { KeyedKind } from './drafts.store'

/** A form's content that is not yet stored, with its Idempotency-Key. */
interface SentContent {
  content: string
  key: string
}

/** The Idempotency-Key for a form's content. Unchanged content keeps its key until it is stored, so that submitting it
 * again after a failure does not store it twice. Changed content gets a new key. */
export function recordKey(kind: KeyedKind, content: string): string {
  const known = storedDraft<SentContent>(`key ${kind}`)
  if (known?.content === content) return known.key
  const key = newIdempotencyKey()
  storeDraft(`key ${kind}`, { content, key })
  return key
}

/** To be called when the content is stored: the next submission creates another record, even with the same content. */
export const clearRecordKey = (kind: KeyedKind) => storeDraft(`key ${kind}`, undefined)

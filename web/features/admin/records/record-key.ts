import { newIdempotencyKey } from '../../../api-client/idempotency-key'
import { type KeyedKind, useDrafts } from './drafts.store'

/** The Idempotency-Key for a form's content. Unchanged content keeps its key until it is stored, so that submitting it
 * again after a failure does not store it twice. Changed content gets a new key. */
export function recordKey(kind: KeyedKind, content: string): string {
  const { keys } = useDrafts.getState()
  const known = keys[kind]
  if (known?.content === content) return known.key
  const key = newIdempotencyKey()
  useDrafts.setState({ keys: { ...keys, [kind]: { content, key } } })
  return key
}

/** To be called when the content is stored: the next submission creates another record, even with the same content. */
export function clearRecordKey(kind: KeyedKind): void {
  const { keys } = useDrafts.getState()
  useDrafts.setState({ keys: { ...keys, [kind]: undefined } })
}

import { newIdempotencyKey } from '../../api-client/idempotency-key'
import { type RecordKind, useDrafts } from './drafts.store'

/** The Idempotency-Key for a form's content. The same content keeps its key until it is stored, so that pressing again
 * after a failure never stores it twice; another content gets another key. */
export function recordKey(kind: RecordKind, content: string): string {
  const { keys } = useDrafts.getState()
  const known = keys[kind]
  if (known?.content === content) return known.key
  const key = newIdempotencyKey()
  useDrafts.setState({ keys: { ...keys, [kind]: { content, key } } })
  return key
}

/** To be called when the content is stored: the next one is another record, also with the same words. */
export function forgetRecordKey(kind: RecordKind): void {
  const { keys } = useDrafts.getState()
  useDrafts.setState({ keys: { ...keys, [kind]: undefined } })
}

import { useRef } from 'react'
import { newIdempotencyKey } from '../../http/idempotency-key'

/** Gives the Idempotency-Key for what a form sends. The same content keeps its key until it was stored, so that pressing
 * again after a failure never stores it twice; another content gets another key. */
export function useRecordKey() {
  const last = useRef<{ content: string; key: string }>(undefined)
  return {
    keyFor(content: string): string {
      if (last.current?.content !== content) last.current = { content, key: newIdempotencyKey() }
      return last.current.key
    },
    /** To be called when the content was stored: the next one is another record, also with the same words. */
    forget() {
      last.current = undefined
    },
  }
}

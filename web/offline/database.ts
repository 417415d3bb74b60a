import { type DBSchema, openDB } from 'idb'
import type { EnquiryBody } from '../../api/contract/enquiries'
import type { ProblemDetails } from '../../api/contract/problem'
import { databaseName } from './kept'

export interface OutboxEntry extends EnquiryBody {
  /** The Idempotency-Key. */
  key: string
  /** The address to post to. */
  to: string
  /** When it was handed over, in milliseconds since 1970. */
  savedAt: number
  /** What was sent stays, without its text, until the person was told. */
  state: 'waiting' | 'sent' | 'refused'
  attempts: number
  /** In milliseconds since 1970: before this no timer tries again. */
  retryAt: number
  /** What stands against trying before `retryAt`: nothing, for there was no answer; the backoff after an
   * answer; or the server's own word. */
  hold: 'none' | 'backoff' | 'server'
  /** What the server said when it refused for good. */
  problem?: ProblemDetails | undefined
}

interface Schema extends DBSchema {
  /** Booking enquiries on their way. */
  outbox: { key: string; value: OutboxEntry }
  /** When a kept track was last played, in milliseconds since 1970, by its path. */
  plays: { key: string; value: number }
}

/** What page and worker remember together, in IndexedDB.
 * @throws where the browser lets nothing be remembered, in some private windows say */
export const openDatabase = async () =>
  openDB<Schema>(databaseName, 1, {
    upgrade(db) {
      db.createObjectStore('outbox', { keyPath: 'key' })
      db.createObjectStore('plays')
    },
  })

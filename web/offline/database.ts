import { type DBSchema, openDB } from 'idb'
import type { EnquiryBody } from '../../api/contract/enquiries'
import type { ProblemDetails } from '../../api/contract/problem'
import { databaseName } from './names'

export interface OutboxEntry extends EnquiryBody {
  /** The Idempotency-Key. */
  key: string
  /** The address to post to. */
  to: string
  /** When it was added, in milliseconds since 1970. */
  savedAt: number
  /** A sent entry stays until it is reported to the person. */
  state: 'waiting' | 'sent' | 'refused'
  attempts: number
  /** What the band calls a sent message. */
  reference?: string
  /** Why the last attempt did not succeed, for the console. */
  failure?: string
  /** In milliseconds since 1970; no timer sends the entry earlier. */
  retryAt: number
  /** Why the entry waits until `retryAt`. `none`: it is new or got no response, and may be sent earlier. `backoff`: it
   * got an error response. `server`: the response had a Retry-After header. */
  hold: 'none' | 'backoff' | 'server'
  /** The server's problem details if it refused the entry for good. */
  problem?: ProblemDetails | undefined
}

interface Schema extends DBSchema {
  /** The entries of the outbox. */
  outbox: { key: string; value: OutboxEntry }
  /** When a track was last played, in milliseconds since 1970, by its path. */
  plays: { key: string; value: number }
}

/** Opens the IndexedDB database that page and worker share.
 * @throws if the browser denies storage, for example in some private windows */
export const openDatabase = async () =>
  openDB<Schema>(databaseName, 1, {
    upgrade(db) {
      db.createObjectStore('outbox', { keyPath: 'key' })
      db.createObjectStore('plays')
    },
  })

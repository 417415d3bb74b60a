import type { ProblemDetails } from '../../api/contract/problem'

/** The state of an entry in a queue. */
export interface EntryState {
  /** The Idempotency-Key. */
  key: string
  /** When it was added, in milliseconds since 1970. */
  savedAt: number
  /** A sent entry stays until it is reported to the person. `conflict`: its record was changed or deleted
   * elsewhere. */
  state: 'waiting' | 'sent' | 'refused' | 'conflict'
  attempts: number
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

/** The state of an entry that was not sent yet. */
export const newEntryState = (key: string): EntryState => ({
  key,
  savedAt: Date.now(),
  state: 'waiting',
  attempts: 0,
  retryAt: 0,
  hold: 'none',
})

/** How an attempt to send an entry ended. */
export type PostResult =
  /** @param body the JSON of the response; undefined if its body is not JSON */
  | { state: 'sent'; body?: unknown }
  | { state: 'refused'; status: number; problem: ProblemDetails | undefined }
  /** A later attempt may succeed. */
  | { state: 'postponed'; status: number; retryAfter: number | undefined }
  /** There was no response. `isOffline`: whether the browser reported that there is no network; then the wait does not grow. */
  | { state: 'unanswered'; error: unknown; isOffline?: boolean }

/** `timer`: sends only entries whose wait is over. `sync`: the network is back, so entries that got no response are sent
 * as well. Otherwise sends all entries, except those whose Retry-After is not over. */
export type FlushTrigger = 'timer' | 'sync' | undefined

/** What a flush needs from outside. */
interface FlushDependencies<Entry> {
  /** The entries that may be sent now, in their order. They are read again after each attempt, which may change others. */
  ready: () => Promise<readonly Entry[]>
  post: (entry: Entry) => Promise<PostResult>
  /** Stores the result of an attempt, unless the person has removed the entry meanwhile. */
  settle: (entry: Entry, result: PostResult) => Promise<void>
  /** Milliseconds since 1970. */
  now: () => number
}

const firstBackoff = 5_000
export const maxBackoff = 60 * 60_000

/** Milliseconds to wait after a number of attempts: 5 s, doubled with each attempt, at most an hour. */
export const backoff = (attempts: number) =>
  Math.min(firstBackoff * 2 ** (attempts - 1), maxBackoff)

/** Sends the entries that are due, one after the other and each once, until one gets no response. */
export async function flushEntries<Entry extends EntryState>(
  { ready, post, settle, now }: FlushDependencies<Entry>,
  trigger: FlushTrigger,
): Promise<void> {
  const tried = new Set<string>()
  function isDue({ key, retryAt, hold }: EntryState) {
    if (tried.has(key)) return false
    // No wait is longer than an hour; a later time was computed before the clock was set back.
    if (retryAt <= now() || retryAt > now() + maxBackoff) return true
    return hold === 'none' ? trigger !== 'timer' : hold === 'backoff' && trigger === undefined
  }
  while (true) {
    const entry = (await ready()).find(isDue)
    if (!entry) return
    tried.add(entry.key)
    const result = await post(entry)
    await settle(entry, result)
    if (result.state === 'unanswered') return
  }
}

/** An entry after an attempt.
 * @param now milliseconds since 1970 */
export function afterAttempt<Entry extends EntryState>(
  entry: Entry,
  result: PostResult,
  now: number,
): Entry {
  if (result.state === 'sent') return { ...entry, state: 'sent' }
  if (result.state === 'refused') return { ...entry, state: 'refused', problem: result.problem }
  const retryAfter = result.state === 'postponed' ? result.retryAfter : undefined
  const isOffline = result.state === 'unanswered' && result.isOffline === true
  const attempts = isOffline ? entry.attempts : entry.attempts + 1
  return {
    ...entry,
    attempts,
    failure: result.state === 'unanswered' ? String(result.error) : `status ${result.status}`,
    retryAt: now + (retryAfter ?? backoff(Math.max(attempts, 1))),
    hold: result.state === 'unanswered' ? 'none' : retryAfter === undefined ? 'backoff' : 'server',
  }
}

/** When the next of the waiting entries is due, in milliseconds since 1970. */
export const nextRetryAt = (waiting: readonly EntryState[]): number | undefined =>
  waiting.length > 0 ? Math.min(...waiting.map(({ retryAt }) => retryAt)) : undefined

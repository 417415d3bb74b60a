import type { ProblemDetails } from '../../api/contract/problem'
import type { OutboxEntry } from './database'

/** How an attempt to post an entry ended. */
export type PostResult =
  /** @param reference what the band calls the message, if the response says it */
  | { state: 'sent'; reference?: string | undefined }
  | { state: 'refused'; problem: ProblemDetails | undefined }
  /** A later attempt may succeed. */
  | { state: 'postponed'; status: number; retryAfter: number | undefined }
  /** There was no response. */
  | { state: 'unanswered'; error: unknown }

/** `timer`: sends only entries whose wait is over. `sync`: the network is back, so entries that got no response are sent
 * as well. Otherwise sends all entries, except those whose Retry-After is not over. */
export type FlushTrigger = 'timer' | 'sync' | undefined

/** What a flush needs from outside. */
export interface FlushDependencies {
  /** The entries that are still to be sent, oldest first. */
  waiting: () => Promise<OutboxEntry[]>
  post: (entry: OutboxEntry) => Promise<PostResult>
  /** Stores the result of an attempt, unless the person has removed the entry meanwhile. */
  settle: (entry: OutboxEntry, result: PostResult) => Promise<void>
  /** Milliseconds since 1970. */
  now: () => number
}

const firstBackoff = 5_000
const maxBackoff = 60 * 60_000

/** Milliseconds to wait after a number of attempts: 5 s, doubled with each attempt, at most an hour. */
export const backoff = (attempts: number) =>
  Math.min(firstBackoff * 2 ** (attempts - 1), maxBackoff)

/** Sends the entries that are due, one after the other, until one gets no response.
 * @returns the number of attempts */
export async function flushEntries(
  { waiting, post, settle, now }: FlushDependencies,
  trigger: FlushTrigger,
): Promise<number> {
  const startedAt = now()
  const isDue = ({ retryAt, hold }: OutboxEntry) => {
    if (retryAt <= startedAt) return true
    return hold === 'none' ? trigger !== 'timer' : hold === 'backoff' && trigger === undefined
  }
  const due = (await waiting()).filter(isDue)
  let attempts = 0
  for (const entry of due) {
    const result = await post(entry)
    attempts += 1
    await settle(entry, result)
    if (result.state === 'unanswered') break
  }
  return attempts
}

/** An entry after an attempt. A sent one stays until it is reported.
 * @param now milliseconds since 1970 */
export function afterAttempt(entry: OutboxEntry, result: PostResult, now: number): OutboxEntry {
  if (result.state === 'sent') {
    const { reference } = result
    return { ...entry, state: 'sent', ...(reference !== undefined && { reference }) }
  }
  if (result.state === 'refused') return { ...entry, state: 'refused', problem: result.problem }
  const retryAfter = result.state === 'postponed' ? result.retryAfter : undefined
  const attempts = entry.attempts + 1
  return {
    ...entry,
    attempts,
    failure: result.state === 'unanswered' ? String(result.error) : `status ${result.status}`,
    retryAt: now + (retryAfter ?? backoff(attempts)),
    hold: result.state === 'unanswered' ? 'none' : retryAfter === undefined ? 'backoff' : 'server',
  }
}

/** When the next of the waiting entries is due, in milliseconds since 1970. */
export const nextRetryAt = (waiting: readonly OutboxEntry[]): number | undefined =>
  waiting.length > 0 ? Math.min(...waiting.map(({ retryAt }) => retryAt)) : undefined

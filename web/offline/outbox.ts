/**
 * Booking enquiries on their way. Each is put down in IndexedDB before it is sent and sent under a key of
 * its own, so that one that is sent twice is stored once. Page and worker share this one way of sending;
 * it uses `fetch` itself, for the worker has no need of more.
 */
import type { EnquiryBody } from '../../api/contract/enquiries'
import type { ProblemDetails } from '../../api/contract/problem'
import { announce, listen } from './channel'
import { type OutboxEntry, openDatabase } from './database'
import { outboxTag } from './kept'

/** How an attempt ended. */
export type Outcome =
  | { state: 'sent' }
  | { state: 'refused'; problem: ProblemDetails | undefined }
  /** An answer that may be another one later. */
  | { state: 'postponed'; status: number; retryAfter: number | undefined }
  /** No answer at all. */
  | { state: 'unanswered'; error: unknown }

interface FlushOptions {
  /** `timer`: send only what is due by its backoff. `sync`: the network is back, so what got no answer goes,
   * and what the server answered waits for its backoff. Else everything that the server didn't put off. */
  occasion?: 'timer' | 'sync'
  /** Where enquiries go now, should that have changed since they were written. */
  to?: string | undefined
}

export interface Outlook {
  /** How many are still to be sent. */
  waiting: number
  /** When the next of them is due, in milliseconds since 1970. */
  nextAt: number | undefined
}

const firstBackoff = 5_000
const longestBackoff = 60 * 60_000
const answerTimeout = 30_000
const postponing = new Set([408, 425, 429])

export const onOutboxChange = (listener: () => void) => listen(outboxTag, listener)

/** Puts an enquiry down, to be sent by the next flush. */
export async function addToOutbox(key: string, to: string, enquiry: EnquiryBody): Promise<void> {
  const db = await openDatabase()
  const entry = { ...enquiry, key, to, savedAt: Date.now(), attempts: 0, retryAt: 0 }
  await db.put('outbox', { ...entry, state: 'waiting', hold: 'none' })
  db.close()
  announce(outboxTag)
}

/** What waits, and what was sent or refused and not yet told; oldest first. */
export async function outboxEntries(): Promise<OutboxEntry[]> {
  const db = await openDatabase()
  const entries = await db.getAll('outbox')
  db.close()
  return entries.sort((a, b) => a.savedAt - b.savedAt)
}

/** Forgets what was sent, for the person is told now.
 * @returns how many there were */
export async function takeSent(): Promise<number> {
  const sent = (await outboxEntries()).filter(({ state }) => state === 'sent')
  for (const { key } of sent) await removeFromOutbox(key)
  return sent.length
}

export async function removeFromOutbox(key: string): Promise<void> {
  const db = await openDatabase()
  await db.delete('outbox', key)
  db.close()
  announce(outboxTag)
}

/** Asks the browser to wake the worker for a flush when there is a network; not every browser can. */
export async function requestSync(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  if (registration && 'sync' in registration)
    await (registration.sync as { register: (tag: string) => Promise<void> }).register(outboxTag)
}

/** Sends what is due, one after the other; flushes of other tabs and of the worker wait for this one.
 * What was sent or refused is tried no more; everything else stays. */
export async function flushOutbox(options: FlushOptions = {}): Promise<Outlook> {
  // Browsers lend locks to secure pages alone; the key keeps an enquiry single without one, too.
  return navigator.locks ? navigator.locks.request(outboxTag, () => flush(options)) : flush(options)
}

const attended = new Map<string, Outcome | undefined>()

/** Says that the caller tells the person itself what becomes of an enquiry, whatever in this page sends it. */
export function attend(key: string) {
  attended.set(key, undefined)
  return {
    /** What became of it, once it was tried. */
    outcome: () => attended.get(key),
    leave: () => void attended.delete(key),
  }
}

async function flush({ occasion, to }: FlushOptions): Promise<Outlook> {
  const waiting = await waitingEntries()
  const now = Date.now()
  const isDue = ({ retryAt, hold }: OutboxEntry) => {
    if (retryAt <= now) return true
    return hold === 'none' ? occasion !== 'timer' : hold === 'backoff' && occasion === undefined
  }
  const due = waiting.filter(isDue)
  for (const entry of due) {
    const outcome = await deliver({ ...entry, to: to ?? entry.to })
    const isAttended = attended.has(entry.key)
    if (isAttended) attended.set(entry.key, outcome)
    await settle(entry, outcome, isAttended)
    if (outcome.state === 'unanswered') break
  }
  if (due.length > 0) announce(outboxTag)
  return outlook()
}

const waitingEntries = async () =>
  (await outboxEntries()).filter(({ state }) => state === 'waiting')

/** How many enquiries are still to be sent, and when the next of them is due. */
export async function outlook(): Promise<Outlook> {
  const waiting = await waitingEntries()
  const nextAt = waiting.length > 0 ? Math.min(...waiting.map(({ retryAt }) => retryAt)) : undefined
  return { waiting: waiting.length, nextAt }
}

async function settle(entry: OutboxEntry, outcome: Outcome, isAttended: boolean) {
  const db = await openDatabase()
  const isOver = outcome.state === 'sent' || outcome.state === 'refused'
  if (isOver && isAttended) await db.delete('outbox', entry.key)
  // What was taken back meanwhile stays away.
  else if (await db.get('outbox', entry.key)) await db.put('outbox', after(entry, outcome))
  db.close()
}

function after(entry: OutboxEntry, outcome: Outcome): OutboxEntry {
  if (outcome.state === 'sent') return { ...entry, state: 'sent', name: '', email: '', message: '' }
  if (outcome.state === 'refused') return { ...entry, state: 'refused', problem: outcome.problem }
  const retryAfter = outcome.state === 'postponed' ? outcome.retryAfter : undefined
  const attempts = entry.attempts + 1
  return {
    ...entry,
    attempts,
    retryAt: Date.now() + (retryAfter ?? backoff(attempts)),
    hold: outcome.state === 'unanswered' ? 'none' : retryAfter === undefined ? 'backoff' : 'server',
  }
}

/** Milliseconds to wait after so many attempts: 5 s, doubling, up to an hour. */
export const backoff = (attempts: number) =>
  Math.min(firstBackoff * 2 ** (attempts - 1), longestBackoff)

/** Posts one enquiry. */
export async function deliver(
  entry: EnquiryBody & Pick<OutboxEntry, 'key' | 'to'>,
): Promise<Outcome> {
  const { key, to, name, email, message, website, filledFor } = entry
  try {
    const answer = await fetch(to, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ name, email, message, website, filledFor }),
      signal: AbortSignal.timeout(answerTimeout),
    })
    return await outcomeOf(answer)
  } catch (error) {
    return { state: 'unanswered', error }
  }
}

async function outcomeOf(answer: Response): Promise<Outcome> {
  const { ok, status, headers, redirected } = answer
  // A café's log-in page takes every message kindly and passes none on.
  const isForeign = redirected || headers.get('content-type')?.startsWith('text/html') === true
  if (ok && isForeign) return { state: 'unanswered', error: 'the answer is not the site’s' }
  if (ok) return { state: 'sent' }
  if (status < 400 || status >= 500 || postponing.has(status))
    return { state: 'postponed', status, retryAfter: milliseconds(headers.get('retry-after')) }
  const problem = await answer.json().catch(() => undefined)
  return { state: 'refused', problem: problem as ProblemDetails | undefined }
}

/** A Retry-After header (RFC 9110, 10.2.3), seconds or a date, in milliseconds from now. */
function milliseconds(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : undefined
  const wait = seconds === undefined ? Date.parse(retryAfter) - Date.now() : seconds * 1000
  return Number.isFinite(wait) && wait > 0 ? Math.min(wait, longestBackoff) : undefined
}

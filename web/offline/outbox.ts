/**
 * The outbox: booking enquiries that are not sent yet. Each is stored in IndexedDB before it is sent, and has a key of its
 * own, so that the server stores it once even if it arrives twice. Page and worker share this module; therefore it uses
 * `fetch` instead of the page's HTTP client.
 */
import type { EnquiryBody, EnquiryReceipt } from '../../api/contract/enquiries'
import type { ProblemDetails } from '../../api/contract/problem'
import { announce, listen } from './channel'
import { type OutboxEntry, openDatabase } from './database'
import { outboxTag } from './names'
import {
  afterAttempt,
  type FlushTrigger,
  flushEntries,
  nextRetryAt,
  type PostResult,
} from './outbox-flush'

interface FlushOptions {
  trigger?: FlushTrigger
  /** The address to post to; by default the one stored with each entry. */
  to?: string | undefined
  /** Further headers of the requests. */
  headers?: Record<string, string>
}

export interface OutboxStatus {
  /** The number of entries that are still to be sent. */
  waiting: number
  /** When the next of them is due, in milliseconds since 1970. */
  nextRetryAt: number | undefined
}

const maxRetryAfter = 60 * 60_000
const postponing = new Set([408, 425, 429])

export const onOutboxChange = (listener: () => void) => listen(outboxTag, listener)

/** An entry that was not sent yet. */
export const newEntry = (key: string, to: string, enquiry: EnquiryBody): OutboxEntry => ({
  ...enquiry,
  key,
  to,
  savedAt: Date.now(),
  state: 'waiting',
  attempts: 0,
  retryAt: 0,
  hold: 'none',
})

/** Adds an enquiry; the next flush sends it.
 * @param replacedKey the key of the entry that the enquiry replaces */
export async function addToOutbox(
  key: string,
  to: string,
  enquiry: EnquiryBody,
  replacedKey: string | undefined,
): Promise<void> {
  const db = await openDatabase()
  const { store, done } = db.transaction('outbox', 'readwrite')
  await Promise.all([
    store.put(newEntry(key, to, enquiry)),
    replacedKey !== undefined && store.delete(replacedKey),
    done,
  ])
  db.close()
  announce(outboxTag)
}

/** The waiting entries, and the sent or refused ones that are not yet reported; oldest first. */
export async function outboxEntries(): Promise<OutboxEntry[]> {
  const db = await openDatabase()
  const entries = await db.getAll('outbox')
  db.close()
  return entries.sort((a, b) => a.savedAt - b.savedAt)
}

/** Removes the sent entries, because they are reported now.
 * @param exceptKey the key of an entry that another part of the page reports
 * @returns the removed entries */
export async function takeSent(exceptKey: string | undefined): Promise<OutboxEntry[]> {
  const sent = (await outboxEntries()).filter(
    ({ state, key }) => state === 'sent' && key !== exceptKey,
  )
  for (const { key } of sent) await removeFromOutbox(key)
  return sent
}

export async function removeFromOutbox(key: string): Promise<void> {
  const db = await openDatabase()
  await db.delete('outbox', key)
  db.close()
  announce(outboxTag)
}

/** Registers a Background Sync, which flushes the outbox in the worker when there is a network. Does nothing in
 * browsers without Background Sync. */
export async function requestSync(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  if (registration && 'sync' in registration)
    await (registration.sync as { register: (tag: string) => Promise<void> }).register(outboxTag)
}

/** Sends the entries that are due, one after the other; flushes of other tabs and of the worker wait for this one.
 * Entries that were sent or refused are not sent again; all others stay. */
export async function flushOutbox(options: FlushOptions = {}): Promise<OutboxStatus> {
  // Only secure pages have locks. Without one, the server still stores one enquiry for a key.
  return navigator.locks ? navigator.locks.request(outboxTag, () => flush(options)) : flush(options)
}

async function flush({ trigger, to, headers }: FlushOptions): Promise<OutboxStatus> {
  const attempts = await flushEntries(
    {
      waiting: waitingEntries,
      post: (entry) => post({ ...entry, to: to ?? entry.to }, headers),
      settle,
      now: Date.now,
    },
    trigger,
  )
  if (attempts > 0) announce(outboxTag)
  return outboxStatus()
}

const waitingEntries = async () =>
  (await outboxEntries()).filter(({ state }) => state === 'waiting')

/** How many entries are still to be sent, and when the next of them is due. */
export async function outboxStatus(): Promise<OutboxStatus> {
  const waiting = await waitingEntries()
  return { waiting: waiting.length, nextRetryAt: nextRetryAt(waiting) }
}

async function settle(entry: OutboxEntry, result: PostResult) {
  const db = await openDatabase()
  // One transaction, so that an entry which the person removes meanwhile is not stored again.
  const { store, done } = db.transaction('outbox', 'readwrite')
  if (await store.get(entry.key)) await store.put(afterAttempt(entry, result, Date.now()))
  await done
  db.close()
}

/** Posts one enquiry. */
export async function post(
  entry: EnquiryBody & Pick<OutboxEntry, 'key' | 'to'>,
  headers: Record<string, string> = {},
): Promise<PostResult> {
  const { key, to } = entry
  try {
    const response = await fetch(to, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': key,
        ...headers,
      },
      // The server ignores what is no part of an enquiry.
      body: JSON.stringify(entry),
    })
    return await resultOf(response)
  } catch (error) {
    return { state: 'unanswered', error }
  }
}

async function resultOf(response: Response): Promise<PostResult> {
  const { ok, status, headers, redirected } = response
  // The login page of a public Wi-Fi responds to every request with success.
  const isForeign = redirected || headers.get('content-type')?.startsWith('text/html') === true
  if (ok && isForeign) return { state: 'unanswered', error: 'the response is not the site’s' }
  if (ok) {
    const receipt = await response.json().catch(() => undefined)
    return { state: 'sent', reference: (receipt as EnquiryReceipt | undefined)?.reference }
  }
  if (status < 400 || status >= 500 || postponing.has(status))
    return { state: 'postponed', status, retryAfter: milliseconds(headers.get('retry-after')) }
  const problem = await response.json().catch(() => undefined)
  return { state: 'refused', problem: problem as ProblemDetails | undefined }
}

/** A Retry-After header (RFC 9110, 10.2.3), seconds or a date, in milliseconds from now. */
function milliseconds(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : undefined
  const wait = seconds === undefined ? Date.parse(retryAfter) - Date.now() : seconds * 1000
  return Number.isFinite(wait) && wait > 0 ? Math.min(wait, maxRetryAfter) : undefined
}

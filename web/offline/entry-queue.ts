/** A queue of requests in IndexedDB: each is stored before it is sent, and has a key of its own, so that the server processes
 * it once even if it arrives twice. Page and worker share this module; therefore it uses `fetch` instead of the page's HTTP
 * client. */
import { isFromApi } from './api-response'
import { announce, listen } from './channel'
import { inStore, resultOf } from './database'
import {
  type EntryState,
  type FlushTrigger,
  flushEntries,
  maxBackoff,
  nextRetryAt,
  type PostResult,
} from './outbox-flush'

/** A request as `fetch` takes it. */
interface EntryRequest {
  to: string
  method: string
  headers: Record<string, string>
  body: object
  /** Whether a successful response is from the site, and not from a public Wi-Fi; by default, only JSON is. */
  isOwn?: (response: Response) => boolean
}

interface FlushOptions {
  trigger?: FlushTrigger
  /** The address or origin to send to; by default the one stored with each entry. */
  to?: string | undefined
  /** Further headers of the requests. */
  headers?: Record<string, string>
}

interface QueueStatus {
  /** The number of entries that are still to be sent. */
  waiting: number
  /** When the next of them is due, in milliseconds since 1970. */
  nextRetryAt: number | undefined
}

/** The entries to store and the keys of those to delete. */
export interface EntryChanges<Entry> {
  put?: readonly Entry[]
  remove?: readonly string[]
}

interface QueueOptions<Entry> {
  /** The name of the database whose store `outbox` contains the entries. */
  database: string
  /** The name of the lock, of the channel that announces changes, and of the Background Sync. */
  tag: string
  compare: (one: Entry, other: Entry) => number
  /** Those of all entries, in their order, that may be sent now; by default all that wait. */
  ready?: (entries: readonly Entry[]) => readonly Entry[]
  requestOf: (entry: Entry, options: FlushOptions) => EntryRequest
  /** The entries that an attempt to send one of them changes.
   * @param now milliseconds since 1970 */
  settle: (
    entries: readonly Entry[],
    entry: Entry,
    result: PostResult,
    now: number,
  ) => readonly Entry[]
}

export type EntryQueue<Entry extends EntryState> = ReturnType<typeof createEntryQueue<Entry>>

/** Milliseconds. While one request hangs, no other entry is sent. */
const requestTimeout = 15_000
const postponing = new Set([408, 425, 429])

const waitingOf = <Entry extends EntryState>(entries: readonly Entry[]) =>
  entries.filter(({ state }) => state === 'waiting')

export function createEntryQueue<Entry extends EntryState>({
  database,
  tag,
  compare,
  ready = waitingOf,
  requestOf,
  settle,
}: QueueOptions<Entry>) {
  /** All entries, in their order. */
  const entries = (): Promise<Entry[]> => inStore('outbox', read, database)

  const read = async (store: IDBObjectStore): Promise<Entry[]> =>
    (await resultOf(store.getAll())).sort(compare)

  /** Changes entries in one transaction.
   * @param work gets all entries, in their order */
  async function change(work: (entries: readonly Entry[]) => EntryChanges<Entry>): Promise<void> {
    await inStore(
      'outbox',
      async (store) => {
        const { put = [], remove = [] } = work(await read(store))
        for (const key of remove) store.delete(key)
        for (const entry of put) store.put(entry)
      },
      database,
    )
    announce(tag)
  }

  /** Does work while neither a tab nor the worker sends entries: waits for a flush that is under way. Only secure pages have locks.
   * Without one, the server still processes a key once. */
  const betweenFlushes = <Result>(work: () => Promise<Result>): Promise<Result> =>
    navigator.locks ? navigator.locks.request(tag, work) : work()

  async function flushNow(options: FlushOptions): Promise<QueueStatus> {
    await flushEntries(
      {
        ready: async () => ready(await entries()),
        post: (entry) => post(entry.key, requestOf(entry, options)),
        settle: (entry, result) =>
          change((all) => {
            const isStored = all.some(({ key, state }) => key === entry.key && state === 'waiting')
            return isStored ? { put: settle(all, entry, result, Date.now()) } : {}
          }),
        now: Date.now,
      },
      options.trigger,
    )
    return status()
  }

  /** How many entries are still to be sent, and when the next of them is due. */
  async function status(): Promise<QueueStatus> {
    const all = await entries()
    return { waiting: waitingOf(all).length, nextRetryAt: nextRetryAt(ready(all)) }
  }

  return {
    tag,
    entries,
    change,
    status,
    remove: (key: string) => change(() => ({ remove: [key] })),
    onChange: (listener: () => void) => listen(tag, listener),

    /** Sends the entries that are due, one after the other; flushes of other tabs and of the worker wait for this one.
     * Entries that were sent or refused are not sent again; all others stay. */
    flush: (options: FlushOptions = {}): Promise<QueueStatus> =>
      betweenFlushes(() => flushNow(options)),

    betweenFlushes,

    /** Registers a Background Sync, which flushes the queue in the worker when there is a network. Does nothing in browsers
     * without Background Sync. */
    async requestSync(): Promise<void> {
      const registration = await navigator.serviceWorker?.getRegistration()
      if (registration && 'sync' in registration)
        await (registration.sync as { register: (tag: string) => Promise<void> }).register(tag)
    },
  }
}

/** Sends one request. */
export async function post(
  key: string,
  { to, method, headers, body, isOwn = isFromApi }: EntryRequest,
): Promise<PostResult> {
  try {
    const response = await fetch(to, {
      method,
      headers: { 'content-type': 'application/json', 'idempotency-key': key, ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(requestTimeout),
    })
    const { ok, status } = response
    if (ok && !isOwn(response)) return { state: 'unanswered', error: 'not the site’s response' }
    const json = await response.json().catch(() => undefined)
    if (ok) return { state: 'sent', body: json }
    if (status >= 400 && status < 500 && !postponing.has(status))
      return { state: 'refused', status, problem: json }
    const retryAfter = milliseconds(response.headers.get('retry-after'))
    return { state: 'postponed', status, retryAfter }
  } catch (error) {
    return { state: 'unanswered', error, isOffline: !navigator.onLine }
  }
}

/** A Retry-After header (RFC 9110, 10.2.3), seconds or a date, in milliseconds from now. */
function milliseconds(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : undefined
  const wait = seconds === undefined ? Date.parse(retryAfter) - Date.now() : seconds * 1000
  return wait > 0 ? Math.min(wait, maxBackoff) : undefined
}

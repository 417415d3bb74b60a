/** The responses of the API that the back office saves on this device, so that it opens without signal. The database is deleted
 * on logout, when the server refuses the token, and when it is opened after the token has expired. A response that was not
 * used for 14 days is deleted when the back office is next opened. Fans' pages and the service worker never read it. */
import type { DBSchema, IDBPDatabase } from 'idb'
import { HTTPError } from 'ky'
import { create } from 'zustand'
import { hasExpired } from '../api-client/session-end'
import { readToken } from '../api-client/token'
import { deleteDatabase } from '../browser/delete-database'
import { privateDatabaseName } from './names'
import { openOnce } from './open-once'

interface SavedResponse {
  body: unknown
  /** Milliseconds since 1970. */
  receivedAt: number
  usedAt: number
}

interface Schema extends DBSchema {
  /** By the name that the caller passes, such as `enquiries new`. */
  responses: { key: string; value: SavedResponse }
}

/** Milliseconds. */
const maxUnused = 14 * 24 * 60 * 60_000
/** Milliseconds without a response after which a saved one is used. */
const defaultTimeout = 3_000
/** The same after a timeout, until any response arrives. */
const shortTimeout = 500
let timeout = defaultTimeout

/** When the saved responses were received that the back office shows now, by their keys. */
export const useShownSaved = create<{ receivedAt: ReadonlyMap<string, Date> }>()(() => ({
  receivedAt: new Map(),
}))

/** Forgets which saved responses are shown. */
export const forgetShown = () => useShownSaved.setState({ receivedAt: new Map() })

/** Notes when a shown response was received; undefined for one that was received just now. */
export function noteShown(key: string, receivedAt: Date | undefined): void {
  const shown = new Map(useShownSaved.getState().receivedAt)
  if (receivedAt) shown.set(key, receivedAt)
  else if (!shown.delete(key)) return
  useShownSaved.setState({ receivedAt: shown })
}

const openDatabase = openOnce<Schema>(
  privateDatabaseName,
  (db) => void db.createObjectStore('responses'),
  deleteUnused,
)

/** Opens the database, and deletes responses that were not used for long. Undefined if the browser denies storage, or if there is no
 * valid token; then the database is deleted. */
function openResponses() {
  const token = readToken()
  if (token !== null && !hasExpired(token)) return openDatabase()
  deleteDatabase(privateDatabaseName)
  return undefined
}

async function deleteUnused(db: IDBPDatabase<Schema>) {
  const { store, done } = db.transaction('responses', 'readwrite')
  for await (const cursor of store)
    if (cursor.value.usedAt < Date.now() - maxUnused) await cursor.delete()
  await done
}

async function save(key: string, body: unknown): Promise<void> {
  const db = await openResponses()
  // Another tab may have logged out meanwhile.
  if (readToken() === null) return
  await db?.put('responses', { body, receivedAt: Date.now(), usedAt: Date.now() }, key)
}

async function find(key: string): Promise<SavedResponse | undefined> {
  const db = await openResponses()
  if (!db) return
  // One transaction, so that a response which another tab saves meanwhile is not overwritten.
  const { store, done } = db.transaction('responses', 'readwrite')
  const saved = await store.get(key)
  if (saved) await store.put({ ...saved, usedAt: Date.now() }, key)
  await done
  return saved
}

/** Whether any response is saved. */
export async function hasSaved(): Promise<boolean> {
  const db = await openResponses()
  return ((await db?.count('responses')) ?? 0) > 0
}

/** A response, and when it was received if it is a saved one. */
export interface Received<Body> {
  body: Body
  savedAt: string | null
}

/** The keys for which a page's list in memory is newer than the saved response. */
const receivedKeys = new Set<string>()

/** Like `withSaved`, for lists that the page itself holds in memory: a saved response is used only until the page has received
 * one from the server, because an older list must not replace a newer one, which the person may have changed. */
export async function withSavedUntilReceived<Body>(key: string, request: () => Promise<Body>) {
  const received = receivedKeys.has(key)
    ? await request().then((body) => receive(key, body))
    : await withSaved(key, request)
  if (received.savedAt === null) receivedKeys.add(key)
  return received
}

function receive<Body>(key: string, body: Body, isShown = true): Received<Body> {
  timeout = defaultTimeout
  if (isShown) noteShown(key, undefined)
  void save(key, body).catch((error: unknown) =>
    console.debug('The response could not be saved:', error),
  )
  return { body, savedAt: null }
}

/** Requests something, and saves the response. If the request fails or exceeds the timeout, the saved response is used; the
 * request goes on, and its response is saved for the next time.
 * @param key names what is requested
 * @throws the error of the request if nothing was saved, if the server refuses it, or if the caller has aborted it */
export async function withSaved<Body>(key: string, request: () => Promise<Body>) {
  let isLate = false
  const current = request().then((body) => receive(key, body, !isLate))
  const slow = new Promise<'slow'>((resolve) => setTimeout(resolve, timeout, 'slow'))
  try {
    const first = await Promise.race([current, slow])
    if (first !== 'slow') return first
  } catch (error) {
    const saved = isFinal(error) ? undefined : await find(key)
    if (!saved) throw error
    console.error(`Loading failed, so a saved response is shown (${key}):`, error)
    return show<Body>(key, saved)
  }
  const saved = await find(key)
  if (!saved) return current
  timeout = shortTimeout
  isLate = true
  current.catch((error: unknown) =>
    console.debug('The request failed after its saved response was used:', error),
  )
  return show<Body>(key, saved)
}

/** Whether a saved response must not stand in: the server has refused the request, or the page was left. */
const isFinal = (error: unknown) =>
  (error instanceof HTTPError && error.response.status < 500) ||
  (error instanceof Error && error.name === 'AbortError')

function show<Body>(key: string, { body, receivedAt }: SavedResponse): Received<Body> {
  noteShown(key, new Date(receivedAt))
  return { body: body as Body, savedAt: new Date(receivedAt).toISOString() }
}

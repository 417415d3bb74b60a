/**
 * The responses of the API that the back office saves on this device, so that it opens without signal. The database is deleted
 * on logout and when the server refuses the token. A response that was not used for 14 days is deleted when the back office is
 * next opened. Fans' pages and the service worker never read it.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { HTTPError } from 'ky'
import { create } from 'zustand'
import { readToken } from '../api-client/token'
import { privateDatabaseName } from './names'

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
const [maxUnused, slowAfter] = [14 * 24 * 60 * 60_000, 4_000]

/** When the saved responses were received that the back office shows now, by their keys. */
export const useShownSaved = create<{ receivedAt: ReadonlyMap<string, Date> }>()(() => ({
  receivedAt: new Map(),
}))

function noteShown(key: string, receivedAt: Date | undefined) {
  const shown = new Map(useShownSaved.getState().receivedAt)
  if (receivedAt) shown.set(key, receivedAt)
  else if (!shown.delete(key)) return
  useShownSaved.setState({ receivedAt: shown })
}

let database: Promise<IDBPDatabase<Schema> | undefined> | undefined

/** Opens the database, without the responses that were not used for long; undefined if the browser denies storage. */
function openResponses() {
  database ??= openDB<Schema>(privateDatabaseName, 1, {
    upgrade: (db) => void db.createObjectStore('responses'),
    // Logging out deletes the database, which waits for open connections.
    blocking(_, __, event) {
      database = undefined
      ;(event.target as IDBDatabase).close()
    },
  })
    .then(async (db) => {
      await deleteUnused(db)
      return db
    })
    .catch((error: unknown) => {
      console.debug('Responses can’t be saved:', error)
      return undefined
    })
  return database
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
  const saved = await db?.get('responses', key)
  if (saved) await db?.put('responses', { ...saved, usedAt: Date.now() }, key)
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

/** The keys of which this page has a response from the server. */
const receivedKeys = new Set<string>()

/** Like `withSaved`, but uses a saved response only until this page has received one from the server for the same key: an
 * older list must not replace a newer one, which the person may have changed. */
export const withSavedUntilReceived = <Body>(key: string, request: () => Promise<Body>) =>
  receivedKeys.has(key) ? request().then((body) => receive(key, body)) : withSaved(key, request)

function receive<Body>(key: string, body: Body): Received<Body> {
  receivedKeys.add(key)
  noteShown(key, undefined)
  void save(key, body).catch((error: unknown) =>
    console.debug('The response could not be saved:', error),
  )
  return { body, savedAt: null }
}

/** Requests something, and saves the response. Without a response, or after four seconds, the saved one is used; the request
 * goes on.
 * @param key names what is requested
 * @throws the error of the request if nothing was saved, or if the server refuses it */
export async function withSaved<Body>(
  key: string,
  request: () => Promise<Body>,
): Promise<Received<Body>> {
  const current = request().then((body) => receive(key, body))
  const slow = new Promise<'slow'>((resolve) => setTimeout(resolve, slowAfter, 'slow'))
  try {
    const first = await Promise.race([current, slow])
    if (first !== 'slow') return first
  } catch (error) {
    const isRefused = error instanceof HTTPError && error.response.status < 500
    const saved = isRefused ? undefined : await find(key)
    if (!saved) throw error
    return show(key, saved)
  }
  const saved = await find(key)
  if (!saved) return current
  current.catch((error: unknown) =>
    console.debug('The request failed after its saved response was used:', error),
  )
  return show(key, saved)
}

function show<Body>(key: string, { body, receivedAt }: SavedResponse): Received<Body> {
  noteShown(key, new Date(receivedAt))
  return { body: body as Body, savedAt: new Date(receivedAt).toISOString() }
}

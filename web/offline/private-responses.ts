/**
 * What the back office has received, kept on this device so that it opens without signal. Only while somebody is logged in:
 * logging out, and a token that the server refuses, delete everything, and so do 14 days without use. Fans' pages and the
 * service worker never read it.
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
  /** By method, path and query. */
  responses: { key: string; value: SavedResponse }
}

/** Milliseconds. */
const [maxUnused, slowAfter] = [14 * 24 * 60 * 60_000, 4_000]

/** When the response was received that the back office shows instead of a current one; undefined if all are current. */
export const useSavedSince = create<{ since: Date | undefined }>()(() => ({ since: undefined }))

let database: Promise<IDBPDatabase<Schema> | undefined> | undefined

/** Opens the database, without the responses that were not used for long; undefined if the browser denies storage. */
function openResponses() {
  database ??= openDB<Schema>(privateDatabaseName, 1, {
    upgrade: (db) => void db.createObjectStore('responses'),
    // At the end of a session it is deleted.
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
      console.debug('Responses can’t be kept:', error)
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

async function keep(key: string, body: unknown): Promise<void> {
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

/** Whether anything is kept. */
export async function hasSaved(): Promise<boolean> {
  const db = await openResponses()
  return ((await db?.count('responses')) ?? 0) > 0
}

/** A response, and when it was received if it is a saved one. */
export interface Received<Body> {
  body: Body
  savedAt: string | null
}

/** What this page has received. */
const receivedKeys = new Set<string>()

/** Like `withSaved`, but once the page has received something, it is not replaced by what was kept: the page still has it, and
 * the person may have changed it since. */
export const withSavedAtFirst = <Body>(key: string, request: () => Promise<Body>) =>
  receivedKeys.has(key)
    ? request().then((body): Received<Body> => received(key, body))
    : withSaved(key, request)

function received<Body>(key: string, body: Body): Received<Body> {
  receivedKeys.add(key)
  useSavedSince.setState({ since: undefined })
  void keep(key, body).catch((error: unknown) => console.debug('Not kept:', error))
  return { body, savedAt: null }
}

/** Requests something, and keeps the response. Without a response, or after four seconds, the kept one is used; the request
 * goes on.
 * @param key names what is requested
 * @throws the error of the request if nothing was kept, or if the server refuses it */
export async function withSaved<Body>(
  key: string,
  request: () => Promise<Body>,
): Promise<Received<Body>> {
  const current = request().then((body) => received(key, body))
  const slow = new Promise<'slow'>((resolve) => setTimeout(resolve, slowAfter, 'slow'))
  try {
    const first = await Promise.race([current, slow])
    if (first !== 'slow') return first
  } catch (error) {
    const isRefused = error instanceof HTTPError && error.response.status < 500
    const saved = isRefused ? undefined : await find(key)
    if (!saved) throw error
    return asReceived(saved)
  }
  const saved = await find(key)
  if (!saved) return current
  current.catch((error: unknown) => console.debug('Late, and then failed:', error))
  return asReceived(saved)
}

function asReceived<Body>({ body, receivedAt }: SavedResponse): Received<Body> {
  const since = new Date(receivedAt)
  useSavedSince.setState({ since })
  return { body: body as Body, savedAt: since.toISOString() }
}

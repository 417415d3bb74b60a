import type { DBSchema } from 'idb'
import { create } from 'zustand'
import { newIdempotencyKey } from '../../../api-client/idempotency-key'
import { readToken } from '../../../api-client/token'
import { setBusy } from '../../../installation/busy.store'
import { useConnection } from '../../../offline/connection'
import { uploadsName } from '../../../offline/names'
import { onReachable } from '../../../offline/on-reachable'
import { openOnce } from '../../../offline/open-once'
import { readTags } from './read-tags'
import type { UploadRefusedError } from './send-in-parts'
import {
  afterReload,
  type ForAll,
  fieldsOfName,
  metadataOf,
  type NeededField,
  type NewTrack,
  nextToSend,
  noFields,
  readyTracks,
  splitByAge,
} from './upload-queue'

interface Schema extends DBSchema {
  tracks: { key: string; value: NewTrack }
}

interface Uploads {
  tracks: readonly NewTrack[]
  /** How many tracks were stored on the server since the page was loaded. */
  uploadedCount: number
}

/** The mp3s that are uploaded together. The uploads go on while other pages are displayed. */
export const useUploads = create<Uploads>()(() => ({ tracks: [], uploadedCount: 0 }))

const change = (id: string, changes: Partial<NewTrack>) =>
  useUploads.setState(({ tracks }) => ({
    tracks: tracks.map((track) => (track.id === id ? { ...track, ...changes } : track)),
  }))

/** The abort controllers of the running uploads, by the track's id. */
const running = new Map<string, AbortController>()

/** The ids of tracks whose last change could not be stored, for example for lack of space. They are uploaded, but a reload
 * loses that change, or the track if it was never stored. */
const unstored = new Set<string>()

/** The ids of tracks whose fields were typed since they were stored. */
const typed = new Set<string>()

function updateBusy() {
  const isLost = ({ id, state }: NewTrack) =>
    state === 'chosen' && (unstored.has(id) || typed.has(id))
  setBusy('uploads', useUploads.getState().tracks.some(isLost))
}

useUploads.subscribe(updateBusy)

/** Opens the database of the chosen mp3s and their uploads, so that a reload or a crash does not lose them. Logging out deletes
 * the database. */
const openQueue = openOnce<Schema>(uploadsName, (db) => {
  db.createObjectStore('tracks', { keyPath: 'id' })
})

const find = (id: string) => useUploads.getState().tracks.find((track) => track.id === id)

/** Stores a track as it is now. One that another page has taken over, or that a logout in another tab has deleted, leaves
 * the list. */
export async function persistTrack(id: string): Promise<void> {
  const db = await openQueue()
  const track = find(id)
  if (!track || !db) return
  try {
    const { store, done } = db.transaction('tracks', 'readwrite')
    const mayStore = isOwn(id, await store.get(id))
    typed.delete(id)
    await Promise.all([mayStore && store.put(track), done])
    unstored.delete(id)
    if (!mayStore) drop(id)
  } catch {
    unstored.add(id)
  }
  updateBusy()
}

/** Whether a track still belongs to this page.
 * @param stored the track as it is in the database; undefined if it is not there */
const isOwn = (id: string, stored: NewTrack | undefined) =>
  unstored.has(id) || stored?.page === thisPage

/** The name of the lock that a page holds as long as it is open. */
const lockOf = (page: string) => `uploads of ${page}`

/** This page, whose tracks no other page changes or sends. */
const thisPage = newIdempotencyKey()

/** This page, and the pages whose tracks it has taken over or will take over. */
const followed = new Set([thisPage])

let isFollowing = false

/** Takes over the tracks that closed pages have left, and those of open pages once these are closed. Sends them, now and
 * whenever the site can be reached again. Those of an expired session are resumed, too. */
export async function resumeUploads(): Promise<void> {
  if (!isFollowing) {
    onReachable(() => void resumeUploads())
    // A phone may end a hidden page at any time.
    document.addEventListener('visibilitychange', () => {
      for (const id of typed) void persistTrack(id)
    })
    void holdLock(lockOf(thisPage), () => new Promise(() => {}))
  }
  isFollowing = true
  await followPages()
  void sendAll()
}

async function followPages(): Promise<void> {
  for (const { page } of await leftTracks()) {
    if (followed.has(page)) continue
    followed.add(page)
    void holdLock(lockOf(page), () => takeOver(page))
  }
}

/** The stored tracks, in the order in which they were chosen. */
async function leftTracks(): Promise<NewTrack[]> {
  try {
    const tracks = (await (await openQueue())?.getAll('tracks')) ?? []
    return tracks.sort((one, other) => one.chosenAt - other.chosenAt)
  } catch (error) {
    console.debug('The chosen mp3s can not be read:', error)
    return []
  }
}

/** Takes over the tracks of a page that is closed. */
async function takeOver(closed: string): Promise<void> {
  const left = (await leftTracks()).filter(({ page }) => page === closed)
  const { kept, outdated } = splitByAge(left, Date.now())
  const taken = afterReload(kept, thisPage)
  // Without Web Locks, another page may have taken them over from this one before.
  for (const { id } of taken) drop(id)
  const transaction = (await openQueue())?.transaction('tracks', 'readwrite')
  try {
    await Promise.all([
      ...outdated.map(({ id }) => transaction?.store.delete(id)),
      ...taken.map((track) => transaction?.store.put(track)),
      transaction?.done,
    ])
  } catch {
    for (const { id } of taken) unstored.add(id)
  }
  useUploads.setState(({ tracks }) => ({ tracks: [...tracks, ...taken] }))
  // Another page may have taken them over, and is followed now.
  await followPages()
  void sendAll()
}

/** Adds chosen files, whose fields are read from their tags and names; without a connection, from their names alone if the
 * module that reads tags was not loaded before. */
export async function chooseFiles(files: readonly File[]): Promise<void> {
  // The connection may be lost before the upload begins, and Firefox does not try again to load a module that it could not
  // load once.
  void import('./send-in-parts').catch(() => undefined)
  const startedAt = Date.now()
  for (const [index, file] of files.entries()) {
    const tags = await readTags(file)
    const fields = { ...noFields, ...fieldsOfName(file.name), ...tags.fields }
    // The person may have logged out meanwhile.
    if (readToken() === null) return
    const track: NewTrack = {
      id: newIdempotencyKey(),
      page: thisPage,
      file,
      fields,
      cover: tags.cover,
      state: 'chosen',
      progress: 0,
      // Rises, so that sorting restores the order in which the files were chosen.
      chosenAt: startedAt + index,
    }
    unstored.add(track.id)
    useUploads.setState(({ tracks }) => ({ tracks: [...tracks, track] }))
    void persistTrack(track.id)
  }
}

/** Changes the fields of a track. An upload keeps the fields with which it was begun, so one that has failed begins anew. */
export function typeFields(id: string, fields: NewTrack['fields']): void {
  const url = find(id)?.url
  typed.add(id)
  change(id, { fields, url: undefined })
  if (url !== undefined) void discard(url)
}

/** Begins to send the chosen files.
 * @returns the fields that are missing; then nothing is sent */
export function startUploads(forAll: ForAll): NeededField[] {
  const ready = readyTracks(useUploads.getState().tracks, forAll)
  if ('missing' in ready) return ready.missing
  useUploads.setState(ready)
  void Promise.all(ready.tracks.map(({ id }) => persistTrack(id))).then(sendAll)
  return []
}

/** Ends all uploads of this page; to be called on logout. */
export function forgetUploads(): void {
  for (const controller of running.values()) controller.abort()
  useUploads.setState({ tracks: [] })
}

/** Stops an upload, which can be resumed. */
export function pauseUpload(id: string): void {
  running.get(id)?.abort()
  change(id, { state: 'paused' })
  void persistTrack(id)
}

/** Continues a paused or failed upload. */
export function resumeUpload(id: string): void {
  change(id, { state: 'waiting' })
  void persistTrack(id).then(sendAll)
}

/** Removes a track from the list, and what has arrived of it from the server. */
export async function cancelUpload(id: string): Promise<void> {
  const url = find(id)?.url
  running.get(id)?.abort()
  await remove(id)
  if (url !== undefined) await discard(url)
}

/** Removes what has arrived of an upload from the server; without a connection, the server does it after a day. */
async function discard(url: string): Promise<void> {
  const { discardUpload } = await import('./send-in-parts')
  await discardUpload(url).catch(() => undefined)
}

/** Removes a track from the list only. */
function drop(id: string): void {
  useUploads.setState(({ tracks }) => ({ tracks: tracks.filter((track) => track.id !== id) }))
  for (const ids of [unstored, typed]) ids.delete(id)
}

async function remove(id: string): Promise<void> {
  drop(id)
  await (await openQueue())?.delete('tracks', id)
}

let isSending = false

/** Sends the waiting tracks one after the other. Other tabs wait until this one has finished. */
async function sendAll(): Promise<void> {
  if (isSending) return
  isSending = true
  let mayGoOn = true
  try {
    await holdLock(uploadsName, async () => {
      for (let next = waiting(); next && mayGoOn; next = waiting()) mayGoOn = await send(next)
    })
  } finally {
    isSending = false
  }
  // A track may have been resumed after the last one was sent.
  if (mayGoOn && waiting()) await sendAll()
}

const waiting = () => nextToSend(useUploads.getState().tracks)

/** Waits until no other page holds a lock, and holds it during some work. The Web Locks API exists in secure contexts only;
 * elsewhere the work begins at once, even if another page is doing it. */
const holdLock = (name: string, work: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? navigator.locks.request(name, work) : work()

/** Sends a track, unless it was paused, removed or taken over meanwhile.
 * @returns whether the next track may be sent */
async function send(track: NewTrack): Promise<boolean> {
  const db = await openQueue()
  if (db && !isOwn(track.id, await db.get('tracks', track.id))) drop(track.id)
  if (find(track.id)?.state !== 'waiting') return true
  const { id, file, url } = track
  const controller = new AbortController()
  running.set(id, controller)
  change(id, { state: 'sending' })
  try {
    const { sendInParts } = await import('./send-in-parts')
    await sendInParts(file, {
      metadata: metadataOf(track),
      url,
      onUrl(newUrl) {
        change(id, { url: newUrl })
        return persistTrack(id)
      },
      onProgress: (progress) => change(id, { progress }),
      signal: controller.signal,
    })
    await remove(id)
    useUploads.setState(({ uploadedCount }) => ({ uploadedCount: uploadedCount + 1 }))
    return true
  } catch (error) {
    if (controller.signal.aborted) return true
    if (error instanceof Error && error.name === 'SessionExpiredError') {
      change(id, { state: 'waiting' })
      return false
    }
    console.error('Uploading a track failed:', error)
    const refusal = asRefusal(error)
    if (!refusal && !(await useConnection.getState().probe())) {
      change(id, { state: 'waiting' })
      return false
    }
    const problem = refusal?.message ?? brokenOff
    change(id, { state: 'failed', problem, ...(refusal?.isFinal && { url: undefined }) })
    void persistTrack(id)
    return true
  } finally {
    running.delete(id)
  }
}

/** The error as an UploadRefusedError. Its class is in a module that is loaded with the first upload. */
const asRefusal = (error: unknown): UploadRefusedError | undefined =>
  error instanceof Error && error.name === 'UploadRefusedError'
    ? (error as UploadRefusedError)
    : undefined

const brokenOff = 'The upload broke off. Please check your connection and try again.'

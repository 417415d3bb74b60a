import type { Track } from '../../api/contract/music'
import { announce, listen } from './channel'
import { inStore, resultOf } from './database'
import { cacheNames } from './names'

type SavableTrack = Pick<Track, 'mp3FilePath' | 'size'>

export interface OfflineTrack {
  /** The `mp3FilePath` of the track. */
  path: string
  /** Bytes. */
  size: number
  /** Saved by the fan; otherwise auto-saved because it was played to its end. */
  isOnPurpose: boolean
}

interface SaveOptions {
  /** Called with the downloaded part of the file, from 0 to 1. */
  onProgress: (part: number) => void
  signal: AbortSignal
}

/** The maximum total size of the auto-saved tracks, in bytes. */
const autoSaveBudget = 60_000_000

const trackCaches = [cacheNames.savedTracks, cacheNames.autoSavedTracks] as const
const channelName = 'tracks'

/** Whether this browser can save tracks; it needs a secure context. */
export const canSaveTracks = () =>
  'caches' in globalThis && 'indexedDB' in globalThis && navigator.serviceWorker !== undefined

export const onOfflineTracksChange = (listener: () => void) => listen(channelName, listener)

/** The saved copy of a track, by its address. */
export async function findOfflineTrack(address: string): Promise<Response | undefined> {
  for (const cacheName of trackCaches) {
    const found = await caches.match(address, { cacheName, ignoreVary: true })
    if (found) return found
  }
}

/** All tracks that are saved or auto-saved. */
export async function offlineTracks(): Promise<OfflineTrack[]> {
  const perCache = await Promise.all(trackCaches.map(tracksIn))
  return perCache.flat()
}

/** Saves a track: the whole file or nothing.
 * @throws AbortError if the signal aborts, QuotaExceededError if there is not enough storage, TypeError if the
 * connection is lost, or the file does not have the size in the list */
export async function saveTrack(track: SavableTrack, options: SaveOptions): Promise<void> {
  const path = track.mp3FilePath
  const copy = await findOfflineTrack(path)
  const saved = await caches.open(cacheNames.savedTracks)
  if (copy) await saved.put(path, copy)
  else await download(saved, track, options)
  await remove(cacheNames.autoSavedTracks, path)
  announce(channelName)
}

/** Auto-saves a track that was played to its end. To stay within the budget, the least recently played auto-saved
 * tracks are removed. */
export async function autoSaveTrack(track: SavableTrack): Promise<void> {
  const path = track.mp3FilePath
  await notePlayed(path)
  if (track.size > autoSaveBudget || (await findOfflineTrack(path))) return
  const cache = await caches.open(cacheNames.autoSavedTracks)
  await download(cache, track, { onProgress: () => {}, signal: new AbortController().signal })
  await enforceBudget(path)
  announce(channelName)
}

/** Stores the current time as the time when a track was last played. */
export async function notePlayed(path: string): Promise<void> {
  await inStore('plays', async (plays) => plays.put(Date.now(), path))
}

/** Removes the saved and the auto-saved copy of a track. */
export async function removeTrack(path: string): Promise<void> {
  await Promise.all(trackCaches.map((name) => remove(name, path)))
  await inStore('plays', async (plays) => plays.delete(path))
  announce(channelName)
}

/** Removes all offline tracks except these, such as tracks that the band has replaced or deleted. */
export async function removeTracksExcept(paths: readonly string[]): Promise<void> {
  const removed = (await offlineTracks()).filter(({ path }) => !paths.includes(path))
  for (const { path } of removed) await removeTrack(path)
}

async function tracksIn(name: (typeof trackCaches)[number]): Promise<OfflineTrack[]> {
  const cache = await caches.open(name)
  const requests = await cache.keys()
  const responses = await Promise.all(requests.map((request) => cache.match(request)))
  return requests.map(({ url }, index) => ({
    path: new URL(url).pathname,
    size: Number(responses[index]?.headers.get('content-length') ?? 0),
    isOnPurpose: name === cacheNames.savedTracks,
  }))
}

async function remove(name: (typeof trackCaches)[number], path: string) {
  const cache = await caches.open(name)
  await cache.delete(path, { ignoreVary: true })
}

/** Fetches a whole file. While a file is being played, Firefox may respond with a part of it from its HTTP cache (206)
 * to a request without a range. */
async function fetchWhole(path: string, signal: AbortSignal): Promise<Response> {
  const response = await fetch(path, { signal })
  return response.status === 206 ? fetch(path, { signal, cache: 'reload' }) : response
}

/** Downloads a track into a cache. If the stream breaks, `put` fails and stores nothing (Service Workers, 5.4.5). */
async function download(cache: Cache, { mp3FilePath, size }: SavableTrack, options: SaveOptions) {
  const { onProgress, signal } = options
  const response = await fetchWhole(mp3FilePath, signal)
  if (response.status !== 200 || !response.body)
    throw new TypeError(`${mp3FilePath} was answered with ${response.status}.`)
  let received = 0
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(piece, controller) {
        received += piece.length
        onProgress(received / size)
        controller.enqueue(piece)
      },
      flush() {
        if (received !== size) throw new TypeError(`${received} bytes came instead of ${size}.`)
      },
    }),
  )
  const headers = new Headers(response.headers)
  headers.set('content-length', String(size))
  await cache.put(mp3FilePath, new Response(counted, { headers }))
  if (!signal.aborted) return
  await cache.delete(mp3FilePath, { ignoreVary: true })
  signal.throwIfAborted()
}

/** Removes the least recently played auto-saved tracks until the rest is within the budget.
 * @param newest the path of a track that is not removed */
async function enforceBudget(newest: string) {
  const played = await tracksIn(cacheNames.autoSavedTracks)
  const timed = await inStore('plays', (plays) =>
    Promise.all(
      played.map(async (track) => {
        const playedAt: number = (await resultOf(plays.get(track.path))) ?? 0
        return { ...track, playedAt }
      }),
    ),
  )
  let total = played.reduce((sum, { size }) => sum + size, 0)
  for (const track of timed.sort((a, b) => a.playedAt - b.playedAt)) {
    if (total <= autoSaveBudget || track.path === newest) return
    await remove(cacheNames.autoSavedTracks, track.path)
    total -= track.size
  }
}

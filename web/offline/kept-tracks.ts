import { announce, listen } from './channel'
import { openDatabase } from './database'
import { cacheNames } from './kept'

/** What is needed of a track to keep it. */
export interface KeepableTrack {
  mp3FilePath: string
  /** Bytes. */
  size: number
}

export interface KeptTrack {
  /** As in the list of tracks. */
  path: string
  /** Bytes. */
  size: number
  /** Kept because the fan said so; else because it was played to its end. */
  isOnPurpose: boolean
}

interface KeepOptions {
  /** Told how much has come, from 0 to 1. */
  onProgress: (part: number) => void
  signal: AbortSignal
}

/** What tracks that were merely played may take, in bytes. */
export const playedBudget = 60_000_000

const both = [cacheNames.keptTracks, cacheNames.playedTracks] as const
const channelName = 'tracks'

/** Whether this browser, on this kind of address, can keep anything. */
export const canKeep = () =>
  'caches' in globalThis && 'indexedDB' in globalThis && navigator.serviceWorker !== undefined

export const onKeptChange = (listener: () => void) => listen(channelName, listener)

/** The kept copy of a track, by its address. */
export async function findKept(address: string): Promise<Response | undefined> {
  for (const cacheName of both) {
    const found = await caches.match(address, { cacheName, ignoreVary: true })
    if (found) return found
  }
}

/** Every track on this phone. */
export async function keptTracks(): Promise<KeptTrack[]> {
  const perCache = await Promise.all(both.map(tracksIn))
  return perCache.flat()
}

/** Keeps a track on purpose: the whole file or nothing.
 * @throws AbortError when the signal says stop, QuotaExceededError when there is no room, TypeError when
 * the connection was lost or the file came otherwise than the list says */
export async function keepTrack(track: KeepableTrack, options: KeepOptions): Promise<void> {
  const path = track.mp3FilePath
  const played = await caches.match(path, { cacheName: cacheNames.playedTracks, ignoreVary: true })
  const kept = await caches.open(cacheNames.keptTracks)
  if (played) await kept.put(path, played)
  else await download(kept, track, options)
  await remove(cacheNames.playedTracks, path)
  announce(channelName)
}

/** Keeps a track that was played to its end, as far as the budget for those allows; the ones that were
 * longest not played make room. */
export async function keepPlayed(track: KeepableTrack): Promise<void> {
  const path = track.mp3FilePath
  await notePlayed(path)
  if (track.size > playedBudget || (await findKept(path))) return
  const cache = await caches.open(cacheNames.playedTracks)
  await download(cache, track, { onProgress: () => {}, signal: new AbortController().signal })
  await stayInBudget(path)
  announce(channelName)
}

/** Remembers that a track is played now. */
export async function notePlayed(path: string): Promise<void> {
  const db = await openDatabase()
  await db.put('plays', Date.now(), path)
  db.close()
}

/** Removes a track from this phone. */
export async function forgetTrack(path: string): Promise<void> {
  await Promise.all(both.map((name) => remove(name, path)))
  const db = await openDatabase()
  await db.delete('plays', path)
  db.close()
  announce(channelName)
}

/** Removes every track that is not among these: replaced and deleted ones. */
export async function forgetAllBut(paths: readonly string[]): Promise<void> {
  const present = new Set(paths)
  const gone = (await keptTracks()).filter(({ path }) => !present.has(path))
  for (const { path } of gone) await forgetTrack(path)
}

async function tracksIn(name: (typeof both)[number]): Promise<KeptTrack[]> {
  const cache = await caches.open(name)
  const requests = await cache.keys()
  const answers = await Promise.all(requests.map((request) => cache.match(request)))
  return requests.map(({ url }, index) => ({
    path: new URL(url).pathname,
    size: Number(answers[index]?.headers.get('content-length') ?? 0),
    isOnPurpose: name === cacheNames.keptTracks,
  }))
}

async function remove(name: (typeof both)[number], path: string) {
  const cache = await caches.open(name)
  await cache.delete(path, { ignoreVary: true })
}

/** Fetches a file as a whole. Of one that is being played Firefox answers from its cache with the part that it has (206),
 * though no range was asked for. */
async function fetchWhole(path: string, signal: AbortSignal): Promise<Response> {
  const answer = await fetch(path, { signal })
  return answer.status === 206 ? fetch(path, { signal, cache: 'reload' }) : answer
}

/** A broken stream makes `put` fail and leave nothing behind (Service Workers, 5.4.5). */
async function download(cache: Cache, { mp3FilePath, size }: KeepableTrack, options: KeepOptions) {
  const { onProgress, signal } = options
  const answer = await fetchWhole(mp3FilePath, signal)
  if (answer.status !== 200 || !answer.body)
    throw new TypeError(`${mp3FilePath} was answered with ${answer.status}.`)
  let received = 0
  const counted = answer.body.pipeThrough(
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
  const headers = new Headers(answer.headers)
  headers.set('content-length', String(size))
  await cache.put(mp3FilePath, new Response(counted, { headers }))
  if (!signal.aborted) return
  await cache.delete(mp3FilePath, { ignoreVary: true })
  signal.throwIfAborted()
}

/** Lets go of what was longest not played, until the rest is within the budget. */
async function stayInBudget(newest: string) {
  const db = await openDatabase()
  const played = await tracksIn(cacheNames.playedTracks)
  const timed = await Promise.all(
    played.map(async (track) => ({ ...track, playedAt: (await db.get('plays', track.path)) ?? 0 })),
  )
  db.close()
  let total = played.reduce((sum, { size }) => sum + size, 0)
  for (const track of timed.sort((a, b) => a.playedAt - b.playedAt)) {
    if (total <= playedBudget || track.path === newest) return
    await remove(cacheNames.playedTracks, track.path)
    total -= track.size
  }
}

/** The lists that pages show. A list stays on its page when a request for it fails or takes long. */
import type { AdminTrack, Track } from '../../api/contract/music'
import type { PublicData } from '../../api/contract/page'
import type { AdminShow, Show } from '../../api/contract/shows'
import type { Site } from '../../api/contract/site'
import type { AdminSong, Song } from '../../api/contract/songs'
import { compareTexts } from '../../api/shared/compare-texts'
import { type ListName, listPaths } from '../../api/shared/site-map'
import type { Frame } from '../band/frame'
import { type ListKey, useConnection } from '../offline/connection'
import type { Received } from '../offline/private-responses'
import { savedAtHeader } from '../offline/saved-at'
import { siteWithoutWords } from './site-without-words'

/** A track in the back office's list. */
export type ListedTrack = AdminTrack & {
  /** The version of the order of all tracks when the list was read; absent for a track that was stored since. */
  orderVersion?: number
}

/** The type of the items of each list. */
export interface Items {
  shows: Show
  music: Track
  songs: Song
  /** One item: the band's words. */
  site: Site
  adminShows: Show & Partial<AdminShow>
  adminMusic: ListedTrack
  adminSongs: AdminSong
}

/** A list as pages read it. */
export type List<Key extends ListKey> = readonly Items[Key][]

/** Milliseconds after which a page is shown without the response. The request goes on. */
const slowAfter = 4_000
/** Milliseconds for which a response that came late is used instead of a new request. */
const lateResponseMaxAge = 2_000
/** Milliseconds after which the band's words are requested again. */
const siteMaxAge = 60_000

/** The items received so far, in this page. */
const received: { [Key in ListKey]?: List<Key> } = {}
const running = new Map<ListKey, Promise<unknown>>()
/** When a list was received after its page had stopped waiting, by `performance.now()`. */
const lateResponses = new Map<ListKey, number>()

/** The public lists, each requested with `read`. */
const dataOf = (read: typeof fetchList): PublicData => ({
  shows: () => read('shows', () => request('shows')),
  music: () => read('music', () => request('music')),
  songs: () => read('songs', () => request('songs')),
  // The list has one item. If it could not be loaded, a site without words is used.
  site: async () => (await read('site', () => request('site')))[0] ?? siteWithoutWords,
})

/** The public lists over HTTP, at addresses relative to the page. Requests have no timeout.
 * @throws the HTTP client's error */
export const publicData = dataOf(fetchList)

/** The public lists for the pages' loaders. If a request fails or is slow, resolves to the items received so far; the
 * connection store then has the list in `failed` or `waiting`. */
export const pageData = dataOf(readList)

async function request<Name extends ListName>(name: Name): Promise<Received<List<Name>>> {
  // A server-rendered page needs no request, so the client is loaded with the first one.
  const { listsApi } = await import('./client')
  const response = await listsApi.get<Record<Name, unknown>>(listPaths[name])
  const { [name]: content } = await response.json()
  // The band's words are a single record, not a list.
  const body = (name === 'site' ? [content] : content) as List<Name>
  return { body, savedAt: response.headers.get(savedAtHeader) }
}

/** Reads a list for a page. If the request fails or is slow, resolves to the items received so far.
 * @param send requests the list */
export async function readList<Key extends ListKey>(
  key: Key,
  send: () => Promise<Received<List<Key>>>,
): Promise<Items[Key][]> {
  const shown = () => [...((received[key] ?? []) as List<Key>)]
  const lateAt = lateResponses.get(key)
  lateResponses.delete(key)
  if (lateAt !== undefined && performance.now() - lateAt < lateResponseMaxAge) return shown()
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      useConnection.getState().noteWaiting(key)
      resolve(shown())
    }, slowAfter)
    fetchList(key, send)
      .then(resolve, () => resolve(shown()))
      .finally(() => clearTimeout(timer))
  })
}

/** Requests a list, unless a request for it is running. */
async function fetchList<Key extends ListKey>(
  key: Key,
  send: () => Promise<Received<List<Key>>>,
): Promise<Items[Key][]> {
  const current = running.get(key) as Promise<Items[Key][]> | undefined
  if (current) return current
  const { noteList, noteFailed, noteAborted } = useConnection.getState()
  const isCurrent = () => running.get(key) === sent
  const sent = send().then(({ body: items, savedAt }) => {
    // Another program may have responded with JSON.
    if (!Array.isArray(items)) throw new Error('There is no list.')
    // A write has made the response outdated.
    if (!isCurrent()) return [...((received[key] as List<Key> | undefined) ?? items)]
    Object.assign(received, { [key]: items })
    if (useConnection.getState().waiting.has(key)) lateResponses.set(key, performance.now())
    noteList(key, savedAt)
    return [...items]
  })
  sent.catch((error: unknown) => {
    // A logout aborts the band's lists; that is no failure.
    if (error instanceof Error && error.name === 'AbortError') noteAborted(key)
    else if (isCurrent()) noteFailed(key, error)
  })
  running.set(key, sent)
  try {
    return await sent
  } finally {
    if (isCurrent()) running.delete(key)
  }
}

/** Makes the next read of each list send a new request: a running one may have been sent before the site stored a change. */
export function dropRunningRequests(lists: readonly ListKey[]): void {
  for (const list of lists) {
    running.delete(list)
    lateResponses.delete(list)
  }
}

/** Applies a write to the received list. A response to an earlier request does not overwrite it.
 * @returns the changed list */
export function changeList<Key extends ListKey>(key: Key, change: (items: List<Key>) => List<Key>) {
  running.delete(key)
  const changed = change((received[key] ?? []) as List<Key>)
  Object.assign(received, { [key]: changed })
  return changed
}

/** The band's words for the pages' frame: those that the page already has. They are requested again in the background if
 * they are older than a minute. */
export async function frameSite(): Promise<Frame> {
  const [site] = received.site ?? []
  if (!site) return pageData.site()
  const { asOf } = useConnection.getState()
  if (Date.now() - (asOf.site?.getTime() ?? 0) > siteMaxAge)
    publicData.site().catch(() => undefined)
  return site
}

/** The items of the public lists in the data of a page. */
export interface ShownItems {
  show?: Show
  coming?: readonly Show[]
  past?: readonly Show[]
  others?: readonly Show[]
  tracks?: readonly Track[]
  songs?: readonly Song[]
}

/** Until a list is received, uses the items of the server-rendered page in its place.
 * @param site the band's words of that page's frame */
export function noteShown(shown: ShownItems, site: Frame): void {
  const { show, coming, past, others, tracks, songs } = shown
  received.site ??= [site]
  const shows = [show ?? [], coming ?? [], past ?? [], others ?? []].flat()
  received.shows ??= shows.sort((one, other) => compareTexts(one.date, other.date))
  received.music ??= tracks ?? []
  received.songs ??= songs ?? []
}

/** Refreshes the public lists that came from the worker's cache or failed to load.
 * @returns whether any of them is now fresh */
export function refreshStaleLists(): Promise<boolean> {
  const { saved, failed } = useConnection.getState()
  return refreshLists(publicLists.filter((list) => saved.has(list) || failed.has(list)))
}

const publicLists = Object.keys(listPaths) as ListName[]

/** Requests some lists again.
 * @returns whether any of them is now fresh */
export async function refreshLists(lists: readonly ListName[]): Promise<boolean> {
  await Promise.allSettled(lists.map((list) => publicData[list]()))
  const { saved, failed } = useConnection.getState()
  return lists.some((list) => !saved.has(list) && !failed.has(list))
}

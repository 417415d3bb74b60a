import { create } from 'zustand'
import type { Api } from '../../api/contract/operations'
import type { ListName } from '../../api/shared/site-map'
import { isFromApi } from './api-response'

/** The lists of the pages: the public ones, and those that the back office edits. */
export type ListKey = ListName | 'adminShows' | 'adminMusic' | 'adminSongs'

interface Connection {
  /** Whether the last request to the site got a response. */
  isReachable: boolean
  /** When the shown version of each list was fetched from the site. */
  asOf: Partial<Record<ListKey, Date>>
  /** The lists that were served from the worker's cache. */
  saved: ReadonlySet<ListKey>
  /** The lists whose last request failed. */
  failed: ReadonlySet<ListKey>
  /** The lists whose request takes so long that the page was shown without its response. */
  waiting: ReadonlySet<ListKey>
  /** Records how the page was loaded.
   * @param savedAt when a saved page was fetched; null for a page from the network
   * @param isReachable whether the page came from the network */
  noteStart: (savedAt: string | null, isReachable: boolean) => void
  /** Records that a list was loaded.
   * @param savedAt when a saved list was fetched; null for a list from the network */
  noteList: (list: ListKey, savedAt: string | null) => void
  /** Records that a list could not be loaded, and probes the site. Logs the first error since the list was last
   * loaded. */
  noteFailed: (list: ListKey, error: unknown) => void
  /** Records that the request for the list was aborted. */
  noteAborted: (list: ListKey) => void
  /** Records that a page is shown before the list has arrived. */
  noteWaiting: (list: ListKey) => void
  /** Requests the site's health endpoint.
   * @returns whether the site is reachable */
  probe: () => Promise<boolean>
}

/** Milliseconds. */
const probeTimeout = 5_000
/** Milliseconds for which a saved list counts as fresh. */
const maxFreshAge = 60_000

/** The name of a list in sentences. */
export const nounOf = (list: ListKey): string =>
  list === 'site' ? 'texts' : (/shows|songs/i.exec(list)?.[0].toLowerCase() ?? 'tracks')

/** Whether the site is reachable, and how old the shown lists are. Depends on actual responses only, because
 * `navigator.onLine` may be true while the site is unreachable. */
export const useConnection = create<Connection>()((set, get) => ({
  isReachable: true,
  asOf: {},
  saved: new Set(),
  failed: new Set(),
  waiting: new Set(),
  noteStart(savedAt, isReachable) {
    // The shell contains no data yet, so there is no age to show.
    if (savedAt === null && !isReachable) return set({ isReachable })
    const since = savedAt === null ? new Date() : new Date(savedAt)
    set({ isReachable, asOf: { shows: since, music: since, songs: since, site: since } })
  },
  noteList(list, savedAt) {
    const since = savedAt === null ? new Date() : new Date(savedAt)
    // A response that arrives after the network timeout is saved; served within a minute, it counts as fresh.
    const isFresh = Date.now() - since.getTime() < maxFreshAge
    const asOf = { ...get().asOf, [list]: since }
    const saved = isFresh ? without(get().saved, list) : new Set([...get().saved, list])
    const [failed, waiting] = [without(get().failed, list), without(get().waiting, list)]
    set({ asOf, saved, failed, waiting })
    if (savedAt === null) set({ isReachable: true })
    else void get().probe()
  },
  noteFailed(list, error) {
    const { [list]: _, ...asOf } = get().asOf
    const { failed, waiting } = get()
    if (!failed.has(list)) console.error(`Loading the ${nounOf(list)} failed:`, error)
    set({ asOf, failed: new Set([...failed, list]), waiting: without(waiting, list) })
    void get().probe()
  },
  noteAborted: (list) => set({ waiting: without(get().waiting, list) }),
  noteWaiting: (list) => set({ waiting: new Set([...get().waiting, list]) }),
  async probe() {
    const isReachable = await isSiteReachable()
    set({ isReachable })
    return isReachable
  },
}))

const without = (lists: ReadonlySet<ListKey>, list: ListKey): ReadonlySet<ListKey> =>
  new Set([...lists].filter((one) => one !== list))

/** Whether the shown data may be outdated. */
export const isOutdated = ({ isReachable, saved, failed }: Connection) =>
  !isReachable || saved.size > 0 || failed.size > 0

const livenessPath: Api['healthLive']['path'] = '/api/health/live'

async function isSiteReachable(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(probeTimeout)
    const response = await fetch(livenessPath, { cache: 'no-store', signal })
    // The request ends only when the whole response was read.
    await response.arrayBuffer()
    return response.ok && isFromApi(response)
  } catch {
    return false
  }
}

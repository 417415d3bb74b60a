import { create } from 'zustand'
import type { Api } from '../../api/contract/operations'
import type { ListName } from '../../api/contract/site-map'

interface Connection {
  /** Whether the last request to the site got a response. */
  isReachable: boolean
  /** When the shown version of each list was fetched from the site. */
  asOf: Partial<Record<ListName, Date>>
  /** The lists that were served from the worker's cache. */
  saved: ReadonlySet<ListName>
  /** The lists that could not be loaded. */
  missing: ReadonlySet<ListName>
  /** Records how the page was loaded.
   * @param savedAt when a saved page was fetched; null for a page from the network
   * @param isReachable whether the page came from the network */
  noteStart: (savedAt: string | null, isReachable: boolean) => void
  /** Records that a list was loaded.
   * @param savedAt when a saved list was fetched; null for a list from the network */
  noteList: (list: ListName, savedAt: string | null) => void
  /** Records that a list could not be loaded, and probes the site. */
  noteMissing: (list: ListName) => void
  /** Requests the site's health endpoint.
   * @returns whether the site is reachable */
  probe: () => Promise<boolean>
}

/** Milliseconds. */
const probeTimeout = 5_000
/** Milliseconds for which a saved list counts as fresh. */
const maxFreshAge = 60_000

/** Whether the site is reachable, and how old the shown lists are. Depends on actual responses only, because
 * `navigator.onLine` may be true while the site is unreachable. */
export const useConnection = create<Connection>()((set, get) => ({
  isReachable: true,
  asOf: {},
  saved: new Set(),
  missing: new Set(),
  noteStart(savedAt, isReachable) {
    // The shell contains no data yet, so there is no age to show.
    if (savedAt === null && !isReachable) return set({ isReachable })
    const since = savedAt === null ? new Date() : new Date(savedAt)
    set({ isReachable, asOf: { shows: since, music: since } })
  },
  noteList(list, savedAt) {
    const since = savedAt === null ? new Date() : new Date(savedAt)
    // A response that arrives after the network timeout is saved; served within a minute, it counts as fresh.
    const isFresh = Date.now() - since.getTime() < maxFreshAge
    const asOf = { ...get().asOf, [list]: since }
    const saved = isFresh ? without(get().saved, list) : new Set([...get().saved, list])
    set({ asOf, saved, missing: without(get().missing, list) })
    if (savedAt === null) set({ isReachable: true })
    else void get().probe()
  },
  noteMissing(list) {
    const { [list]: _, ...asOf } = get().asOf
    set({ asOf, missing: new Set([...get().missing, list]) })
    void get().probe()
  },
  async probe() {
    const isReachable = await isSiteReachable()
    set({ isReachable })
    return isReachable
  },
}))

function without(lists: ReadonlySet<ListName>, list: ListName): ReadonlySet<ListName> {
  const rest = new Set(lists)
  rest.delete(list)
  return rest
}

/** Whether the shown data may be outdated. */
export const isOutdated = ({ isReachable, saved, missing }: Connection) =>
  !isReachable || saved.size > 0 || missing.size > 0

const livenessPath: Api['healthLive']['path'] = '/api/health/live'

async function isSiteReachable(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(probeTimeout)
    const response = await fetch(livenessPath, { cache: 'no-store', signal })
    // The login page of a public Wi-Fi responds to every request, but not with JSON.
    return response.ok && response.headers.get('content-type')?.includes('json') === true
  } catch {
    return false
  }
}

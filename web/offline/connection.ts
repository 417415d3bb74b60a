import { create } from 'zustand'
import type { ListName } from '../../api/contract/site-map'

interface Connection {
  /** Whether the site answered when it was last asked. */
  isReachable: boolean
  /** When what is shown of a list was got from the site. */
  asOf: Partial<Record<ListName, Date>>
  /** The lists that came from what the worker keeps. */
  kept: ReadonlySet<ListName>
  /** The lists that did not come at all. */
  missing: ReadonlySet<ListName>
  /** Takes down how the page itself came.
   * @param keptAt when a kept page was got; null for one fresh from the site
   * @param isReachable whether the site sent anything at all */
  noteStart: (keptAt: string | null, isReachable: boolean) => void
  /** Takes down that a list came: kept since an instant, or fresh. */
  noteList: (list: ListName, keptAt: string | null) => void
  /** Takes down that a list got no answer, and asks whether the site is there. */
  noteMissing: (list: ListName) => void
  /** Asks the site whether it is there.
   * @returns the answer */
  probe: () => Promise<boolean>
}

const answerTimeout = 5_000
const stillFresh = 60_000

/** Whether this phone has the site's ear, and how old is what it shows. Only what happened counts: a browser
 * that believes to be online may still be alone. */
export const useConnection = create<Connection>()((set, get) => ({
  isReachable: true,
  asOf: {},
  kept: new Set(),
  missing: new Set(),
  noteStart(keptAt, isReachable) {
    // The bare shell shows nothing yet whose age there would be to tell.
    if (keptAt === null && !isReachable) return set({ isReachable })
    const since = keptAt === null ? new Date() : new Date(keptAt)
    set({ isReachable, asOf: { shows: since, music: since } })
  },
  noteList(list, keptAt) {
    const since = keptAt === null ? new Date() : new Date(keptAt)
    // A slow answer comes late for the page and is kept all the same: it is as good as fresh.
    const isFresh = Date.now() - since.getTime() < stillFresh
    const asOf = { ...get().asOf, [list]: since }
    const kept = isFresh ? without(get().kept, list) : new Set([...get().kept, list])
    set({ asOf, kept, missing: without(get().missing, list) })
    if (keptAt === null) set({ isReachable: true })
    else void get().probe()
  },
  noteMissing(list) {
    const { [list]: _, ...asOf } = get().asOf
    set({ asOf, missing: new Set([...get().missing, list]) })
    void get().probe()
  },
  async probe() {
    const isReachable = await siteAnswers()
    set({ isReachable })
    return isReachable
  },
}))

function without(lists: ReadonlySet<ListName>, list: ListName): ReadonlySet<ListName> {
  const rest = new Set(lists)
  rest.delete(list)
  return rest
}

/** Whether what is shown may not be the site's latest word. */
export const isBehind = ({ isReachable, kept, missing }: Connection) =>
  !isReachable || kept.size > 0 || missing.size > 0

async function siteAnswers(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(answerTimeout)
    const answer = await fetch('/api/health/live', { cache: 'no-store', signal })
    // A café's log-in page answers everything, but not as this does.
    return answer.ok && answer.headers.get('content-type')?.includes('json') === true
  } catch {
    return false
  }
}

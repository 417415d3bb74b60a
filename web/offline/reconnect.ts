import { refreshStaleLists } from '../api-client/lists'
import { onWake } from '../browser/wake'
import { isOutdated, useConnection } from './connection'

const minWait = 3_000
const maxWait = 60_000

/** A part of the page that reads its own data. */
interface Part {
  isStale: () => boolean
  reload: () => Promise<unknown>
}

const parts = new Set<Part>()
const staleParts = () => [...parts].filter(({ isStale }) => isStale())
let schedule = () => {}

/** While the part is stale, its `reload` is called instead of the page's, so it must reload the page, too.
 * @returns a function that removes the part */
export function keepReloading(part: Part): () => void {
  parts.add(part)
  schedule()
  return () => void parts.delete(part)
}

/** To be called when a part may have become stale. */
export const scheduleReload = (): void => schedule()

/** While the site is unreachable, or the page or a part may show outdated data, tries to reload the data: when the browser reports
 * a network, when the person returns to the page, and at growing intervals.
 * @param reload reloads the data of the page */
export function keepReconnecting(reload: () => Promise<unknown>): void {
  let wait = minWait
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAttempting = false
  const isStale = () => isOutdated(useConnection.getState()) || staleParts().length > 0

  async function attempt() {
    clearTimeout(timer)
    timer = undefined
    if (isStale() && !document.hidden && !isAttempting) {
      isAttempting = true
      await reconnect()
      isAttempting = false
    }
    schedule()
  }

  async function reconnect(): Promise<unknown> {
    const { isReachable: wasReachable, probe } = useConnection.getState()
    if (!(await probe())) return
    if (!wasReachable) wait = minWait
    const stale = staleParts()
    if (stale.length > 0) return Promise.all(stale.map((part) => part.reload()))
    const isRefreshed = await refreshStaleLists()
    if (isRefreshed || !wasReachable || isStale()) return reload()
  }

  schedule = () => {
    if (isAttempting) return
    if (!isStale()) wait = minWait
    else timer ??= setTimeout(attemptLater, wait)
  }

  const attemptLater = () => {
    wait = Math.min(wait * 2, maxWait)
    void attempt()
  }

  const attemptNow = () => {
    wait = minWait
    void attempt()
  }
  useConnection.subscribe(schedule)
  addEventListener('online', attemptNow)
  addEventListener('offline', () => void useConnection.getState().probe())
  onWake(() => {
    if (isStale()) attemptNow()
  })
  schedule()
}

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
let onChange = () => {}

/** Also reloads a part of the page while its data are stale. Its reload must include that of the page.
 * @returns a function that ends this */
export function keepReloading(part: Part): () => void {
  parts.add(part)
  onChange()
  return () => void parts.delete(part)
}

/** To be called when a part may have become stale. */
export const checkParts = (): void => onChange()

/** While the site is unreachable or the shown data may be outdated, tries to reload the data: when the browser reports
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

  async function reconnect() {
    const { isReachable: wasReachable, probe } = useConnection.getState()
    if (!(await probe())) return
    const isRefreshed = await refreshStaleLists()
    const stale = staleParts()
    if (stale.length > 0) await Promise.all(stale.map((part) => part.reload()))
    else if (isRefreshed || !wasReachable || isStale()) await reload()
  }

  function schedule() {
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
  onChange = schedule
  useConnection.subscribe(schedule)
  addEventListener('online', attemptNow)
  addEventListener('offline', () => void useConnection.getState().probe())
  onWake(() => {
    if (isStale()) attemptNow()
  })
  schedule()
}

import { refreshStaleLists } from '../api-client/lists'
import { onWake } from '../browser/wake'
import { isOutdated, useConnection } from './connection'

const minWait = 3_000
const maxWait = 60_000

/** The back office, which reads more than the page's data. */
interface BackOffice {
  isStale: () => boolean
  /** Reads the page's data, too. */
  reload: () => Promise<unknown>
}

let backOffice: BackOffice | undefined
let schedule = () => {}

/** Also reloads the back office while its data are stale.
 * @returns a function that ends this */
export function keepReloading(opened: BackOffice): () => void {
  backOffice = opened
  schedule()
  return () => {
    backOffice = undefined
  }
}

/** To be called when the back office may have become stale. */
export const scheduleReload = (): void => schedule()

/** While the site is unreachable, or the page or the back office may show outdated data, tries to reload the data: when the browser
 * reports a network, when the person returns to the page, and at growing intervals.
 * @param reload reloads the data of the page */
export function keepReconnecting(reload: () => Promise<unknown>): void {
  let wait = minWait
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAttempting = false
  const isStale = () => isOutdated(useConnection.getState()) || !!backOffice?.isStale()

  async function attempt() {
    clearTimeout(timer)
    timer = undefined
    if (isStale() && !document.hidden && !isAttempting) {
      isAttempting = true
      // A failed reload must not end the attempts.
      await reconnect().catch((error: unknown) => console.debug('Not reloaded:', error))
      isAttempting = false
    }
    schedule()
  }

  async function reconnect(): Promise<unknown> {
    const { isReachable: wasReachable, probe } = useConnection.getState()
    if (!(await probe())) return
    if (!wasReachable) wait = minWait
    if (backOffice?.isStale()) return backOffice.reload()
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
  onWake(attemptNow)
  schedule()
}

import { refreshStaleLists } from '../api-client/lists'
import { onWake } from '../browser/wake'
import { isOutdated, useConnection } from './connection'

const minWait = 3_000
const maxWait = 60_000

/** While the site is unreachable or the shown data may be outdated, tries to reload the data: when the browser reports
 * a network, when the person returns to the page, and at growing intervals.
 * @param reload reloads the data of the page */
export function keepReconnecting(reload: () => Promise<unknown>): void {
  let wait = minWait
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAttempting = false
  const isStale = () => isOutdated(useConnection.getState())

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
    if (isRefreshed || !wasReachable || isStale()) await reload()
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
  useConnection.subscribe(schedule)
  addEventListener('online', attemptNow)
  addEventListener('offline', () => void useConnection.getState().probe())
  onWake(() => {
    if (isStale()) attemptNow()
  })
  schedule()
}

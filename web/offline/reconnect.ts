import { renewStaleLists } from '../api-client/public-data'
import { onWake } from '../browser/wake'
import { isBehind, useConnection } from './connection'

const shortestWait = 3_000
const longestWait = 60_000

/** While the site is out of reach, or what is shown is not its latest word, asks for it again and again:
 * when the browser says that there is a network, when somebody looks, and from time to time.
 * @param renew loads anew what the page shows */
export function keepReconnecting(renew: () => Promise<unknown>): void {
  let wait = shortestWait
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAsking = false
  const isStale = () => isBehind(useConnection.getState())

  async function attempt() {
    clearTimeout(timer)
    timer = undefined
    if (isStale() && !document.hidden && !isAsking) {
      isAsking = true
      wait = Math.min(wait * 2, longestWait)
      await ask()
      isAsking = false
    }
    arm()
  }

  async function ask() {
    const { isReachable: wasReachable, probe } = useConnection.getState()
    if (!(await probe())) return
    const isRenewed = await renewStaleLists()
    if (isRenewed || !wasReachable) await renew()
  }

  function arm() {
    if (isAsking) return
    if (!isStale()) wait = shortestWait
    else timer ??= setTimeout(attempt, wait)
  }

  const askAgain = () => {
    wait = shortestWait
    void attempt()
  }
  useConnection.subscribe(arm)
  addEventListener('online', askAgain)
  addEventListener('offline', () => void useConnection.getState().probe())
  onWake(() => {
    if (isStale()) askAgain()
  })
  arm()
}

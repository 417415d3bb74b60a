import { useConnection } from './connection'
import { flushOutbox, onOutboxChange, outlook } from './outbox'

let isStarted = false

/** Sends what waits when the page starts, when there is a network again, when somebody looks, and when its
 * backoff ends.
 * A second call does nothing.
 * @param address where enquiries go */
export function keepFlushing(address: () => string): void {
  if (isStarted) return
  isStarted = true
  let timer: ReturnType<typeof setTimeout> | undefined

  function arm(nextAt: number | undefined) {
    clearTimeout(timer)
    if (nextAt !== undefined)
      timer = setTimeout(() => flush('timer'), Math.max(0, nextAt - Date.now()))
  }

  const flush = (occasion?: 'timer') => {
    flushOutbox({ ...(occasion && { occasion }), to: address() })
      .then(({ nextAt }) => arm(nextAt))
      .catch((error: unknown) => console.debug('The outbox is closed:', error))
  }

  flush()
  addEventListener('online', () => flush())
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) flush()
  })
  useConnection.subscribe(({ isReachable }, before) => {
    if (isReachable && !before.isReachable) flush()
  })
  onOutboxChange(() => void outlook().then(({ nextAt }) => arm(nextAt)))
}

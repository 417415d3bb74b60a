import { xsrfHeader } from '../api-client/xsrf'
import { onWake } from '../browser/wake'
import { useConnection } from './connection'
import { flushOutbox, onOutboxChange, outboxStatus } from './outbox'

let isStarted = false

/** Flushes the outbox when the page starts, when the network or the site is available again, when the person returns to
 * the page, and when the backoff of an entry is over. A second call does nothing.
 * @param address returns the address that enquiries are posted to */
export function keepFlushing(address: () => string): void {
  if (isStarted) return
  isStarted = true
  let timer: ReturnType<typeof setTimeout> | undefined

  function arm(nextRetryAt: number | undefined) {
    clearTimeout(timer)
    if (nextRetryAt !== undefined)
      timer = setTimeout(() => flush('timer'), Math.max(0, nextRetryAt - Date.now()))
  }

  const flush = (trigger?: 'timer') => {
    const to = address()
    flushOutbox({ ...(trigger && { trigger }), to, headers: xsrfHeader(to) })
      .then(({ nextRetryAt }) => arm(nextRetryAt))
      .catch((error: unknown) => console.debug('The outbox could not be flushed:', error))
  }

  flush()
  addEventListener('online', () => flush())
  onWake(() => flush())
  useConnection.subscribe(({ isReachable }, before) => {
    if (isReachable && !before.isReachable) flush()
  })
  onOutboxChange(() => void outboxStatus().then(({ nextRetryAt }) => arm(nextRetryAt)))
}

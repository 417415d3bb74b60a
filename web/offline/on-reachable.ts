import { onWake } from '../browser/wake'
import { useConnection } from './connection'

/** Calls back when the network or the site is available again, and when the person returns to the page.
 * @returns a function that stops listening */
export function onReachable(listener: () => void): () => void {
  addEventListener('online', listener)
  const stopWake = onWake(listener)
  const stop = useConnection.subscribe(({ isReachable }, before) => {
    if (isReachable && !before.isReachable) listener()
  })
  return () => {
    removeEventListener('online', listener)
    stopWake()
    stop()
  }
}

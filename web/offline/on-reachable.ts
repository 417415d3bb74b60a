import { onWake } from '../browser/wake'
import { useConnection } from './connection'

/** Calls back when the network or the site is available again, and when the person returns to the page. */
export function onReachable(listener: () => void): void {
  addEventListener('online', listener)
  onWake(listener)
  useConnection.subscribe(({ isReachable }, before) => {
    if (isReachable && !before.isReachable) listener()
  })
}

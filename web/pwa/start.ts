import type { AnyRouter } from '@tanstack/react-router'
import { bookingAddress } from '../http/settings'
import { useInstall } from './install.store'
import { openInPlace } from './launch'
import { keepFlushing } from './outbox-schedule'
import { keepReconnecting } from './reconnect'
import { useUpdate } from './update.store'

/** Starts what works behind every page: the worker, sending what waits, finding the network again. */
export function startBehind(router: AnyRouter): void {
  useUpdate.getState().start()
  keepReconnecting(() => router.invalidate())
  keepFlushing(bookingAddress)
  openInPlace((href) => router.navigate({ href }))
  const { noteVisit } = useInstall.getState()
  noteVisit(location.pathname)
  router.subscribe('onResolved', ({ toLocation }) => noteVisit(toLocation.pathname))
}

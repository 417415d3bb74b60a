import type { AnyRouter } from '@tanstack/react-router'
import { bookingAddress } from '../http/settings'
import { useInstall } from './install.store'
import { keepFresh } from './keep-fresh'
import { openInPlace } from './launch'
import { mayHaveDatabase } from './may-have-database'
import { keepReconnecting } from './reconnect'
import { useUpdate } from './update.store'

/** Starts what works behind every page: the worker, sending what waits, finding the network again. */
export function startBehind(router: AnyRouter): void {
  useUpdate.getState().start()
  keepReconnecting(() => router.invalidate())
  keepFresh({
    shown: () => router.state.matches.at(-1)?.staticData.lists ?? [],
    reload: () => router.invalidate(),
  })
  void mayHaveDatabase().then(async (mayHave) => {
    if (mayHave) (await import('./outbox-schedule')).keepFlushing(bookingAddress)
  })
  openInPlace((href) => router.navigate({ href }))
  const { noteVisit } = useInstall.getState()
  noteVisit(location.pathname)
  router.subscribe('onResolved', ({ toLocation }) => noteVisit(toLocation.pathname))
}

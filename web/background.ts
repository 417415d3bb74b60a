import type { AnyRouter } from '@tanstack/react-router'
import { useInstall } from './installation/install.store'
import { openInPlace } from './installation/launch'
import { useUpdate } from './installation/update.store'
import { storedTopics } from './notifications/topics'
import { mayHaveDatabase } from './offline/may-have-database'
import { keepReconnecting } from './offline/reconnect'
import { keepFresh } from './offline/refresh-on-return'

/** Milliseconds after which a page is taken to be idle. */
const idleAfter = 5_000

/** Starts the background tasks of every page: the service worker, refreshing lists, reconnecting, flushing the outbox,
 * opening launched targets, renewing push subscriptions, and recording visits. */
export function startInBackground(router: AnyRouter): void {
  useUpdate.getState().start()
  keepReconnecting(() => router.invalidate())
  keepFresh(
    () => router.state.matches.at(-1)?.staticData.lists ?? [],
    () => router.invalidate(),
  )
  void mayHaveDatabase().then(async (mayHave) => {
    if (mayHave) (await import('./offline/keep-sending')).keepSending()
  })
  if (storedTopics.all().length > 0)
    void import('./notifications/push-subscriptions').then(({ renewSubscriptions }) =>
      renewSubscriptions().catch((error: unknown) => console.debug('Not renewed:', error)),
    )
  // Without signal, or after a deploy that has removed the file, this visit is not measured.
  setTimeout(() => void import('./vitals/report').catch(() => undefined), idleAfter)
  openInPlace((href) => router.navigate({ href }))
  const { noteVisit } = useInstall.getState()
  noteVisit(location.pathname)
  router.subscribe('onResolved', ({ toLocation }) => noteVisit(toLocation.pathname))
}

/// <reference lib="webworker" />
import { registerRoute } from 'workbox-routing'
import { shareTarget } from '../../api/shared/share-target'
import { isPublicPath } from '../../api/shared/site-map'
import { changes } from '../offline/changes'
import { outbox } from '../offline/outbox'
import { showCalendarPattern, showCalendars } from './calendars'
import { isList, lists, refreshLists } from './lists'
import { adminFiles, deletePages, isAsset, isPage, otherPages, pages, saveOpenPages } from './pages'
import { pictureSizePattern, pictures } from './pictures'
import { openNotification, showMessage } from './push-messages'
import { keepSharedFiles } from './shared-files'
import { audioResponse, isAudio } from './tracks'

declare const self: ServiceWorkerGlobalScope

registerRoute(
  ({ request, url, sameOrigin }) =>
    sameOrigin && request.mode === 'navigate' && isPublicPath(url.pathname),
  (options) => {
    const [response, done] = pages.handleAll(options)
    options.event.waitUntil(done.then(() => refreshLists(options.event)))
    return response
  },
)
registerRoute(showCalendarPattern, showCalendars)
registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isPage(url),
  otherPages,
)
registerRoute(
  ({ url, sameOrigin, request }) => sameOrigin && isList(url) && request.cache !== 'no-store',
  lists,
)
registerRoute(pictureSizePattern, pictures)
registerRoute(({ url, sameOrigin }) => sameOrigin && isAsset(url), adminFiles)
registerRoute(shareTarget.action, ({ request }) => keepSharedFiles(request), 'POST')
registerRoute(({ url, sameOrigin }) => sameOrigin && isAudio(url), audioResponse)

self.addEventListener('install', (event) => event.waitUntil(refreshLists(event)))

self.addEventListener('activate', (event) => event.waitUntil(activate(event)))

/** Deletes the pages of the previous version, saves the open pages, and then takes control of them. */
async function activate(event: ExtendableEvent) {
  await deletePages()
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  await saveOpenPages(event, windows)
  await self.clients.claim()
}

self.addEventListener('message', ({ data }) => {
  if (data?.type === 'SKIP_WAITING') void self.skipWaiting()
})

// Background Sync; TypeScript's library has no type for it.
self.addEventListener('sync' as never, (event: ExtendableEvent & { tag: string }) => {
  const queue = [outbox, changes].find(({ tag }) => tag === event.tag)
  if (queue) event.waitUntil(flushForSync(queue))
})

self.addEventListener('push', (event) =>
  event.waitUntil(showMessage(self.registration, event.data)),
)

self.addEventListener('notificationclick', (event) =>
  event.waitUntil(openNotification(self.clients, event.notification)),
)

/** Flushes a queue.
 * @throws if entries are still to be sent, so that the browser repeats the sync later */
async function flushForSync(queue: Pick<typeof outbox, 'flush'>) {
  const { waiting } = await queue.flush({ trigger: 'sync' })
  if (waiting > 0) throw new Error('Entries are unsent.')
}

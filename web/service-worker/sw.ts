/// <reference lib="webworker" />
import { cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { isPublicPath } from '../../api/contract/site-map'
import { outboxTag } from '../offline/kept'
import { flushOutbox } from '../offline/outbox'
import { isList, lists, renewLists } from './lists'
import { dropPages, isPage, keepOpenPages, otherPages, pages } from './pages'
import { isPicture, pictures } from './pictures'
import { answerAudio, isAudio } from './tracks'

declare const self: ServiceWorkerGlobalScope

/** Of Background Sync, which TypeScript's library doesn't know. */
interface SyncEvent extends ExtendableEvent {
  tag: string
}

const files = self.__WB_MANIFEST
precacheAndRoute(files, { cleanURLs: false })
cleanupOutdatedCaches()

registerRoute(
  ({ request, url, sameOrigin }) =>
    sameOrigin && request.mode === 'navigate' && isPublicPath(url.pathname),
  (options) => {
    const [answer, done] = pages.handleAll(options)
    options.event.waitUntil(done.then(() => renewLists(options.event)))
    return answer
  },
)
registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isPage(url),
  otherPages,
)
registerRoute(({ url, sameOrigin }) => sameOrigin && isList(url), lists)
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && isPicture(url),
  pictures(files.map((file) => (typeof file === 'string' ? file : file.url))),
)
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && isAudio(url),
  ({ request }) => answerAudio(request),
)

self.addEventListener('install', (event) => event.waitUntil(renewLists(event)))

self.addEventListener('activate', (event) => event.waitUntil(takeOver(event)))

/** Only now: what this visit has fetched is kept when the pages begin to be controlled. */
async function takeOver(event: ExtendableEvent) {
  await dropPages()
  await keepOpenPages(
    event,
    await self.clients.matchAll({ type: 'window', includeUncontrolled: true }),
  )
  await self.clients.claim()
}

self.addEventListener('message', ({ data }) => {
  if (data?.type === 'SKIP_WAITING') void self.skipWaiting()
})

self.addEventListener('sync' as never, (event: SyncEvent) => {
  if (event.tag === outboxTag) event.waitUntil(flushForSync())
})

/** The browser tries again, later and less and less often, when this fails. */
async function flushForSync() {
  const { waiting } = await flushOutbox({ trigger: 'sync' })
  if (waiting > 0) throw new Error(`${waiting} enquiries are still to be sent.`)
}

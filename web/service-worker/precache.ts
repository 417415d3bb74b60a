/// <reference lib="webworker" />
import { PrecacheController } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'

declare const self: ServiceWorkerGlobalScope

/** How many files are fetched at once. Chromium sends at most three requests of a worker at once. Over HTTP/1.1, browsers open six
 * connections to a site, some of which the page needs. */
const concurrency = 3

const files = self.__WB_MANIFEST

/** The files that every device saves: the shell, and the scripts, styles and fonts of the public pages. */
export const precache = new PrecacheController()
precache.addToCacheList(files)

self.addEventListener('install', (event) => event.waitUntil(saveFiles(event)))
self.addEventListener('activate', precache.activate)

// Workbox uses the first route that matches. This one is registered before those of `sw.ts`, which imports this module.
registerRoute(({ url }) => {
  const cacheKey = precache.getCacheKeyForURL(url.origin + url.pathname)
  return cacheKey !== undefined && { cacheKey }
}, precache.strategy)

/** Saves the files that are not saved yet. Each has a controller of its own, because a controller fetches its files one after the other
 * (workbox #2880). */
async function saveFiles(event: ExtendableEvent) {
  const remaining = files.values()
  async function saveRemaining() {
    for (const file of remaining) {
      const controller = new PrecacheController()
      controller.addToCacheList([file])
      await controller.install(event)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, saveRemaining))
}

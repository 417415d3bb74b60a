/// <reference lib="webworker" />
import { PrecacheController } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'

declare const self: ServiceWorkerGlobalScope

/** How many files are fetched at once. Chromium sends no more than three requests of a worker at once, and more would keep a page's
 * requests waiting where a browser opens six connections to a site (HTTP/1.1). */
const connections = 3

const files = self.__WB_MANIFEST

/** The files that every device saves: the shell, and what the public pages consist of. */
const precache = new PrecacheController()
precache.addToCacheList(files)

self.addEventListener('install', (event) => event.waitUntil(saveFiles(event)))
self.addEventListener('activate', precache.activate)

registerRoute(({ url }) => {
  const cacheKey = precache.getCacheKeyForURL(url.origin + url.pathname)
  return cacheKey !== undefined && { cacheKey }
}, precache.strategy)

/** Saves the files that are not saved. A controller fetches its files one after the other (workbox #2880), which takes ten seconds on
 * a phone's connection, so each file has its own. */
async function saveFiles(event: ExtendableEvent) {
  const rest = files.values()
  async function saveRest() {
    for (const file of rest) {
      const controller = new PrecacheController()
      controller.addToCacheList([file])
      await controller.install(event)
    }
  }
  await Promise.all(Array.from({ length: connections }, saveRest))
}

/** Whether a path is that of a saved file. */
export const isPrecached = (path: string): boolean => precache.getCacheKeyForURL(path) !== undefined

/** Finds a saved file by its path. */
export const matchPrecache = (path: string): Promise<Response | undefined> =>
  precache.matchPrecache(path)

/// <reference lib="webworker" />
import { cacheNames } from '../../offline/names'

declare const self: ServiceWorkerGlobalScope

self.addEventListener('install', () => void self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(uninstall()))

/** Unregisters the worker and deletes its caches, except the tracks that the fan saved. */
async function uninstall() {
  const names = await caches.keys()
  const obsolete = names.filter((name) => name !== cacheNames.savedTracks)
  await Promise.all(obsolete.map((name) => caches.delete(name)))
  await self.registration.unregister()
}

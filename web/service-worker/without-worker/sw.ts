/// <reference lib="webworker" />
import { cacheNames } from '../../offline/kept'

declare const self: ServiceWorkerGlobalScope

self.addEventListener('install', () => void self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(leave()))

/** Takes away the worker and all that it kept by itself; what fans kept on purpose is theirs. */
async function leave() {
  const names = await caches.keys()
  const doomed = names.filter((name) => name !== cacheNames.keptTracks)
  await Promise.all(doomed.map((name) => caches.delete(name)))
  await self.registration.unregister()
}

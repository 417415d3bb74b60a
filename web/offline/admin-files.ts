import { prefixes } from '../../api/shared/site-map'
import { cacheNames } from './names'

/** As many resources of a page as the browser lists (Resource Timing, 4.4). */
const maxResources = 250

/** Lets the service worker save the scripts and styles of the back office, so that it opens without signal, and deletes those
 * of earlier builds. To be called after all of its modules are loaded. */
export async function saveAdminFiles(): Promise<void> {
  const worker = navigator.serviceWorker
  if (!worker || !('caches' in globalThis)) return
  await worker.ready
  const requested = performance.getEntriesByType('resource').map(({ name }) => name)
  // A full list lacks the latest files, and browsers that resist fingerprinting list none.
  const isComplete = requested.length > 0 && requested.length < maxResources
  // The browser requests styles that came with the page late, or not at all; their links name them (`entry-server.tsx`).
  const linked = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')
  const loaded = [...new Set([...requested, ...[...linked].map(({ href }) => href)])].filter(
    (href) => href.startsWith(location.origin + prefixes.assets),
  )
  const cache = await caches.open(cacheNames.adminFiles)
  if (isComplete)
    for (const { url } of await cache.keys())
      if (!loaded.includes(url)) await cache.delete(url, { ignoreVary: true })
  // The worker serves precached files itself, so they do not enter this cache.
  for (const href of loaded)
    await fetch(href)
      .then((response) => response.arrayBuffer())
      .catch(() => undefined)
}

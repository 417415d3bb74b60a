import { isPublicPath, mayBePage, prefixes } from '../../api/shared/site-map'
import { cacheNames, shellPath } from '../offline/names'
import { savedAtHeader, savedAtMeta } from '../offline/saved-at'
import { networkFirst, networkOrFallback, withSavedAt } from './cacheable'
import { precache } from './precache'

const shell = () => precache.matchPrecache(shellPath)

/** Public pages: from the network, otherwise the saved page, otherwise the shell, which is rendered in the browser. */
export const pages = networkFirst(cacheNames.pages, {
  async fetchDidSucceed({ request, response }) {
    // The page of a show that was deleted or withdrawn must not be shown again.
    if (response.redirected || [404, 410].includes(response.status)) await deletePage(request.url)
    return response
  },
  cacheKeyWillBeUsed: async ({ request }) => withoutSearch(request.url),
  cacheWillUpdate: async ({ response }) =>
    (await isOfThisBuild(response)) ? withSavedAt(response) : null,
  cachedResponseWillBeUsed: async ({ cachedResponse }) =>
    cachedResponse ? withSavedAtMeta(cachedResponse) : shell(),
})

/** All other pages, such as the back office: never saved. Without the network, the shell is used. */
export const otherPages = networkOrFallback(shell)

/** The files of the build that are not precached: those of the back office, saved when a device has used them. */
export const adminFiles = networkFirst(cacheNames.adminFiles)

export const isAsset = ({ pathname }: URL) => pathname.startsWith(prefixes.assets)

/** Whether a navigation is to a page, and not to a file, a feed, or part of the API. */
export const isPage = ({ pathname }: URL) => mayBePage(pathname) && !/\.[^/]*$/.test(pathname)

/** Fetches and saves the pages that are open: they were loaded before the worker was active. */
export async function saveOpenPages(event: ExtendableEvent, clients: readonly Client[]) {
  const open = clients.map(({ url }) => url).filter((url) => isPublicPath(new URL(url).pathname))
  const fetches = [...new Set(open)].map((url) =>
    pages.handleAll({ event, request: new Request(url, { headers: { accept: 'text/html' } }) }),
  )
  await Promise.allSettled(fetches.flat())
}

async function deletePage(url: string) {
  const cache = await caches.open(cacheNames.pages)
  await cache.delete(withoutSearch(url), { ignoreVary: true })
}

/** Deletes saved pages, by default all. */
export async function deletePages(isDropped = (_url: string) => true): Promise<void> {
  const cache = await caches.open(cacheNames.pages)
  const dropped = (await cache.keys()).filter(({ url }) => isDropped(url))
  await Promise.all(dropped.map((request) => cache.delete(request, { ignoreVary: true })))
}

export function withoutSearch(url: string): string {
  const { origin, pathname } = new URL(url)
  return origin + pathname
}

/** Whether a page belongs to this build. Offline, a page of another build would need scripts and styles that are not
 * precached. A page without any scripts or styles is not from this site; it may be the login page of a public Wi-Fi. */
async function isOfThisBuild(response: Response): Promise<boolean> {
  const isHtml = response.headers.get('content-type')?.startsWith('text/html')
  if (response.status !== 200 || response.redirected || !isHtml) return false
  const html = await response.clone().text()
  const files = html.match(/\/assets\/[\w.-]+\.(?:js|css)\b/g) ?? []
  return files.length > 0 && files.every((path) => precache.getCacheKeyForURL(path))
}

/** A saved page with the time when it was fetched in a meta tag, which its scripts can read. */
async function withSavedAtMeta(saved: Response): Promise<Response> {
  const html = await saved.text()
  const savedAt = saved.headers.get(savedAtHeader) ?? ''
  const meta = `<meta name="${savedAtMeta}" content="${savedAt}">`
  return new Response(html.replace(/<head[^>]*>/, `$&${meta}`), { headers: saved.headers })
}

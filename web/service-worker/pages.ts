import { getCacheKeyForURL, matchPrecache } from 'workbox-precaching'
import { NetworkFirst, NetworkOnly } from 'workbox-strategies'
import { isPublicPath, mayBePage } from '../../api/contract/site-map'
import { cacheNames, shellPath } from '../offline/kept'
import { keptAtHeader, keptAtMeta } from '../offline/kept-at'
import { longPatience, patience, stamped, withoutServerErrors } from './keeping'

const shell = () => matchPrecache(shellPath)

/** Public pages: from the network, or as they were kept, or else the document that renders them here. */
export const pages = new NetworkFirst({
  cacheName: cacheNames.pages,
  networkTimeoutSeconds: patience,
  matchOptions: { ignoreVary: true },
  plugins: [
    withoutServerErrors,
    {
      cacheKeyWillBeUsed: async ({ request }) => withoutSearch(request.url),
      cacheWillUpdate: async ({ response }) =>
        (await isOfThisBuild(response)) ? stamped(response) : null,
      cachedResponseWillBeUsed: async ({ cachedResponse }) =>
        cachedResponse ? marked(cachedResponse) : shell(),
    },
  ],
})

/** Everything else that is looked at as a page, the back office above all: never kept. */
export const otherPages = new NetworkOnly({
  networkTimeoutSeconds: longPatience,
  plugins: [{ handlerDidError: shell }],
})

/** Whether a navigation is to a page, and to no file, feed, or part of the API. */
export const isPage = ({ pathname }: URL) => mayBePage(pathname) && !/\.[^/]*$/.test(pathname)

/** Keeps the pages that are open now: they came before there was a worker to see them. */
export async function keepOpenPages(event: ExtendableEvent, clients: readonly Client[]) {
  const open = clients.map(({ url }) => url).filter((url) => isPublicPath(new URL(url).pathname))
  const renewals = [...new Set(open)].map((url) =>
    pages.handleAll({ event, request: new Request(url, { headers: { accept: 'text/html' } }) }),
  )
  await Promise.allSettled(renewals.flat())
}

/** Lets kept pages go, all but the one at an address. */
export async function dropPages(except?: string): Promise<void> {
  const cache = await caches.open(cacheNames.pages)
  const spared = except === undefined ? undefined : withoutSearch(except)
  const dropped = (await cache.keys()).filter(({ url }) => url !== spared)
  await Promise.all(dropped.map((request) => cache.delete(request, { ignoreVary: true })))
}

function withoutSearch(url: string): string {
  const { origin, pathname } = new URL(url)
  return origin + pathname
}

/** A page of another build would ask, without network, for scripts and styles that nobody has; one that asks
 * for none at all is no page of ours, but a café's log-in page say. */
async function isOfThisBuild(response: Response): Promise<boolean> {
  const isHtml = response.headers.get('content-type')?.startsWith('text/html')
  if (response.status !== 200 || response.redirected || !isHtml) return false
  const html = await response.clone().text()
  const files = html.match(/\/assets\/[\w.-]+\.(?:js|css)\b/g) ?? []
  return files.length > 0 && files.every((path) => getCacheKeyForURL(path) !== undefined)
}

/** A kept page that says since when, where its own scripts can read it. */
async function marked(kept: Response): Promise<Response> {
  const html = await kept.text()
  const keptAt = kept.headers.get(keptAtHeader) ?? ''
  const meta = `<meta name="${keptAtMeta}" content="${keptAt}">`
  return new Response(html.replace(/<head[^>]*>/, `$&${meta}`), { headers: kept.headers })
}

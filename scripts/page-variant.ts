import { publicPages } from '../api/contract/site-map'

const paths = new Set(publicPages.map(({ path }) => path))

/** Serves a site with other pages, to compare it with: everything else is passed on as it is.
 * @param change makes a page's HTML another one */
export function servePageVariant(siteUrl: string, change: (html: string) => string) {
  const server = Bun.serve({
    port: 0,
    hostname: 'localhost',
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const isPage = paths.has(pathname)
      const headers = new Headers(request.headers)
      headers.delete('host')
      if (isPage) headers.delete('accept-encoding')
      const response = await fetch(siteUrl + pathname + search, { headers, decompress: isPage })
      const kept = new Headers(response.headers)
      if (!isPage) return new Response(response.body, { status: response.status, headers: kept })
      for (const name of ['etag', 'content-encoding', 'content-length', 'content-security-policy'])
        kept.delete(name)
      kept.set('content-encoding', 'gzip')
      return new Response(Bun.gzipSync(change(await response.text())), { headers: kept })
    },
  })
  return { url: `http://localhost:${server.port}`, stop: () => server.stop(true) }
}

const script = /<script(?! type="application\/ld\+json")[^>]*>[\s\S]*?<\/script>/g

/** A page without any script, all of which is laid out and loaded at once. */
export const withoutScripts = (html: string) =>
  html.replace(script, '').replace('<html', '<html data-begun=""')

/** A page whose scripts are plain deferred modules in its head, instead of being loaded after the first paint with
 * presses queued until then. */
export function withPlainScripts(html: string): string {
  const addresses: string[] = JSON.parse(/\["\/assets\/[^\]]*\]/.exec(html)?.[0] ?? '[]')
  if (addresses.length === 0) throw new Error('The page names no scripts.')
  const [entry, ...others] = addresses
  const tags = [
    ...others.map((address) => `<link rel="modulepreload" href="${address}">`),
    `<script type="module" src="${entry}"></script>`,
  ].join('')
  return html
    .replace(script, (element) => (element.includes('"/assets/') ? tags : element))
    .replace('<html', '<html data-begun=""')
}

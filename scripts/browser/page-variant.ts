import { publicPages } from '../../api/shared/site-map'

const paths = new Set(publicPages.map(({ path }) => path))

/** Starts a proxy that changes a site's public pages for a comparison and forwards everything else unchanged.
 * @param change returns the changed HTML of a page */
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
      const responseHeaders = new Headers(response.headers)
      if (!isPage)
        return new Response(response.body, { status: response.status, headers: responseHeaders })
      for (const name of ['etag', 'content-encoding', 'content-length', 'content-security-policy'])
        responseHeaders.delete(name)
      responseHeaders.set('content-encoding', 'gzip')
      return new Response(Bun.gzipSync(change(await response.text())), { headers: responseHeaders })
    },
  })
  return { url: `http://localhost:${server.port}`, stop: () => server.stop(true) }
}

const script = /<script(?! type="application\/ld\+json")[^>]*>[\s\S]*?<\/script>/g

/** Removes the scripts of a page and sets `data-begun`, so that nothing on the page is deferred. */
export const withoutScripts = (html: string) =>
  html.replace(script, '').replace('<html', '<html data-begun=""')

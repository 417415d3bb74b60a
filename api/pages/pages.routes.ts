import { Elysia } from 'elysia'
import type { PublicData, RenderPage, SiteSettings } from '../contract/page'
import { conditional, entityTag } from '../platform/conditional'
import { notFound } from '../platform/problem'
import type { openAssets } from './assets'
import { publicPages, sitemap } from './sitemap'

interface Parts {
  data: PublicData
  /** All shows as iCalendar, for a site at an origin. */
  calendar: (site: string) => Promise<string>
  assets: ReturnType<typeof openAssets>
  renderPage: RenderPage
  settings: Omit<SiteSettings, 'publicUrl'>
  publicUrl: string | undefined
}

/** Every page there is; paths match in any letter case. */
export const pagePaths = [...publicPages, '/login', '/Admin']

const belongsToNoPage = /^\/(api|assets|audio)(\/|$)/

/** What people and crawlers read: pages, feeds, and the files of the web build. */
export const pageRoutes = (parts: Parts) => {
  const { data, calendar, assets, renderPage, settings, publicUrl } = parts
  const siteOf = (request: Request) => publicUrl ?? new URL(request.url).origin

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    const asset = assets.answer(request, pathname)
    if (asset) return asset
    if (belongsToNoPage.test(pathname)) throw notFound()
    const site = { ...settings, publicUrl: siteOf(request) }
    const page = await renderPage(request, { data, settings: site })
    page.headers.set('cache-control', 'no-cache')
    return page
  }

  return new Elysia({ name: 'pages' })
    .get('/shows.ics', async ({ request }) =>
      text(request, 'text/calendar; charset=utf-8', await calendar(siteOf(request))),
    )
    .get('/sitemap.xml', ({ request }) =>
      text(request, 'application/xml; charset=utf-8', sitemap(siteOf(request))),
    )
    .get('/robots.txt', ({ request }) =>
      text(
        request,
        'text/plain; charset=utf-8',
        `User-agent: *\nDisallow: /Admin\nDisallow: /login\n\nSitemap: ${siteOf(request)}/sitemap.xml\n`,
      ),
    )
    .get('/*', ({ request }) => answer(request))
}

const text = (request: Request, contentType: string, body: string) =>
  conditional(request, body, {
    etag: entityTag(body),
    'content-type': contentType,
    'cache-control': 'public, no-cache',
  })

import { Elysia } from 'elysia'
import type {
  PageParts,
  PostedEnquiry,
  PublicData,
  RenderPage,
  SiteSettings,
} from '../contract/page'
import { conditional, entityTag } from '../http/conditional'
import type { Hosts } from '../http/hosts'
import { notFound, type Problem } from '../http/problem'
import { type Representation, represent } from '../http/representation'
import { originOf } from '../http/request-url'
import type { Secure } from '../http/security-headers'
import type { openAssets } from './assets'
import { contentSecurityPolicy, type Inline, takeNonce } from './content-security-policy'
import { publicPages } from './sitemap'

interface Parts {
  data: PublicData
  /** What machines read, for a site at an origin. */
  feeds: {
    /** All shows as iCalendar. */
    calendar: (site: string) => string
    /** The show with an id as iCalendar, if there is such a one. */
    calendarOf: (site: string, id: string) => string | undefined
    /** The coming shows as RSS. */
    rss: (site: string) => string
    sitemap: (site: string) => string
    llms: (site: string) => string
    /** Undefined where no contact is configured. */
    security: ((site: string) => string) | undefined
  }
  /** Tells of an answer that it may not hold any more, while that is so. */
  mark: (answer: Response) => Response
  secure: Secure
  assets: ReturnType<typeof openAssets>
  renderPage: RenderPage
  settings: Omit<SiteSettings, 'publicUrl'>
  publicUrl: string | undefined
  /** Origins of the players that pages embed. */
  frames: string[]
  hosts: Hosts
  /** Changes whenever a page could read otherwise. */
  version: () => string
}

/** Every page, under its canonical spelling. */
const pagePaths = [...publicPages, '/login', '/Admin', '/Admin/enquiries', '/Admin/account']

/** What can be read though no route names it: every page, and the files of the build that have a name of
 * their own. */
export const readablePaths = [...pagePaths, '/sw.js', '/manifest.webmanifest']

const canonicalPaths = new Map(pagePaths.map((path) => [path.toLowerCase(), path]))

/** The canonical spelling of a page's path; undefined for a path that is not a page's. Letter case, repeated and trailing
 * slashes and percent-encoded ASCII characters are ignored. */
function canonicalPathOf(pathname: string): string | undefined {
  const plain = pathname.replace(/%[2-7][\dA-F]/gi, (code) => decodeURIComponent(code))
  return canonicalPaths.get(
    plain
      .toLowerCase()
      .replace(/\/+/g, '/')
      .replace(/(?<=.)\/$/, ''),
  )
}

const mostKeptPages = 200
const calendarType = 'text/calendar; charset=utf-8'
const plainType = 'text/plain; charset=utf-8'
const belongsToNoPage = /^\/(api|assets|audio)(\/|$)/

/** What people and crawlers read: pages, feeds, and the files of the web build. */
export const openPages = (parts: Parts) => {
  const { data, feeds, mark, secure, assets, renderPage, settings, publicUrl, frames, hosts } =
    parts
  const siteOf = (request: Request) => publicUrl ?? originOf(request)

  /** What the pages of a site may do; they call its API wherever that is.
   * @param inline what stands in the page itself */
  function policy(inline: Inline, request: Request) {
    const { protocol, hostname, origin } = new URL(request.url)
    const api = settings.apiHost ?? `${protocol}//${hostname}:${settings.port}`
    return contentSecurityPolicy({ inline, calls: api === origin ? [] : [api], frames })
  }

  async function answer(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url)
    const asset = assets.answer(request, pathname)
    if (asset) {
      if (asset.inline)
        asset.response.headers.set('content-security-policy', policy(asset.inline, request))
      return asset.response
    }
    if (belongsToNoPage.test(pathname)) throw notFound()
    const canonical = canonicalPathOf(pathname)
    if (canonical !== undefined && canonical !== pathname) return redirect(`${canonical}${search}`)
    return rendered(request, pathname)
  }

  const kept = new Map<string, Representation>()
  let keptVersion = ''

  const keyOf = (request: Request, pathname: string) => `${originOf(request)} ${pathname}`

  /** Lets go what was made of an older state, and too much of the newest.
   * @returns how to keep something of this one */
  function forState(version: string) {
    if (version !== keptVersion) kept.clear()
    keptVersion = version
    return (key: string, representation: Representation) => {
      if (keptVersion !== version) return
      const [oldest] = kept.keys()
      if (kept.size >= mostKeptPages && oldest !== undefined) kept.delete(oldest)
      kept.set(key, representation)
    }
  }

  /** A page that was rendered since what it shows was changed last. */
  function known(request: Request, pathname: string): Response | undefined {
    if (parts.version() !== keptVersion) return
    const page = kept.get(keyOf(request, pathname))
    return page && mark(page.answer(request))
  }

  /** Rendered once for each change of what it shows, and from then on out of memory. */
  async function rendered(request: Request, pathname: string): Promise<Response> {
    const page = known(request, pathname)
    return page ?? render(request, pathname)
  }

  /** A page as it is now, for one visitor. */
  async function renderNow(request: Request, more: Pick<PageParts, 'posted'> = {}) {
    const nonce = crypto.randomUUID()
    const site = { ...settings, publicUrl: siteOf(request) }
    const page = await renderPage(request, { data, settings: site, nonce, ...more })
    const { html, inline } = takeNonce(await page.text(), nonce)
    page.headers.set('cache-control', 'no-cache')
    page.headers.set('content-security-policy', policy(inline, request))
    return { page, html }
  }

  async function render(request: Request, pathname: string): Promise<Response> {
    const keep = forState(parts.version())
    const { page, html } = await renderNow(request)
    const isKept = page.status === 200 && canonicalPathOf(pathname) === pathname
    if (!isKept || !hosts.isExpected(request)) return mark(new Response(html, page))
    const representation = represent(html, secure(page.headers))
    await representation.ready
    keep(keyOf(request, pathname), representation)
    return mark(representation.answer(request))
  }

  /** The booking page after its form was sent without scripts. */
  async function afterPost(request: Request, posted: PostedEnquiry, status = 200) {
    const { page, html } = await renderNow(new Request(request.url), { posted })
    page.headers.set('cache-control', 'no-store')
    return new Response(html, { status, headers: page.headers })
  }

  const takenEnquiry = (request: Request) =>
    afterPost(request, { isTaken: true, name: '', email: '', message: '', errors: [] })

  async function refusedEnquiry(
    request: Request,
    { name = '', email = '', message = '' }: Record<string, string>,
    { status, headers, errors = [] }: Problem,
  ): Promise<Response> {
    const posted = { isTaken: false, name, email, message, errors }
    const answer = await afterPost(request, posted, status)
    for (const [header, value] of Object.entries(headers)) answer.headers.set(header, value)
    return answer
  }

  /** Made once for each change as well. */
  const feed =
    (contentType: string, make: (site: string) => string) =>
    async ({ request, path }: { request: Request; path: string }) => {
      const before = known(request, path)
      if (before) return before
      const body = make(siteOf(request))
      if (!hosts.isExpected(request)) return mark(text(request, contentType, body))
      const keep = forState(parts.version())
      const representation = represent(
        body,
        secure(new Headers({ 'content-type': contentType, 'cache-control': 'public, no-cache' })),
      )
      await representation.ready
      keep(keyOf(request, path), representation)
      return mark(representation.answer(request))
    }

  /** A file of the build under another name. */
  function file(request: Request, path: string) {
    const asset = assets.answer(request, path)
    if (!asset) throw notFound()
    return asset.response
  }

  function calendarOf(request: Request, id: string) {
    const found = feeds.calendarOf(siteOf(request), id)
    if (found === undefined) throw notFound()
    return mark(text(request, calendarType, found))
  }

  const routes = new Elysia({ name: 'pages' })
    .get('/shows.ics', feed(calendarType, feeds.calendar))
    .get('/shows/:id/calendar.ics', ({ request, params }) => calendarOf(request, params.id))
    .get('/shows.rss', feed('application/rss+xml; charset=utf-8', feeds.rss))
    .get('/sitemap.xml', feed('application/xml; charset=utf-8', feeds.sitemap))
    .get('/llms.txt', feed(plainType, feeds.llms))
    .get(
      '/robots.txt',
      feed(
        plainType,
        (site) =>
          `User-agent: *\nDisallow: /Admin\nDisallow: /login\n\nSitemap: ${site}/sitemap.xml\n`,
      ),
    )
    .get('/favicon.ico', ({ request }) => file(request, '/icon-192.png'))
    .get('/*', ({ request }) => answer(request))
  if (feeds.security) routes.get('/.well-known/security.txt', feed(plainType, feeds.security))

  return { routes, known, takenEnquiry, refusedEnquiry }
}

/** 308 Permanent Redirect (RFC 9110, 15.4.9), which keeps the method. */
const redirect = (location: string) =>
  new Response(null, {
    status: 308,
    headers: { location, 'cache-control': 'public, max-age=3600' },
  })

const text = (request: Request, contentType: string, body: string) =>
  conditional(request, body, {
    etag: entityTag(body),
    'content-type': contentType,
    'cache-control': 'public, no-cache',
  })

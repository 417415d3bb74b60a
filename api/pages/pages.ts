import { join } from 'node:path'
import type { Track } from '../contract/music'
import type { PageContext, PostedEnquiry, RenderPage } from '../contract/page'
import type { Show } from '../contract/shows'
import { feedPaths, type ListName, mayBePage, pageAt, pages } from '../contract/site-map'
import { notFound, type Problem } from '../http/problem'
import type { PublicResponses } from '../http/public-responses'
import { createPublicTexts } from '../http/public-texts'
import { represent } from '../http/representation'
import { createRepresentationCache } from '../http/representation-cache'
import type { RequestContext } from '../http/request-context'
import { originOf } from '../http/request-url'
import type { Route } from '../http/route'
import { openAssets } from './assets'
import {
  contentSecurityPolicy,
  framesOf,
  type Inline,
  removeNonce,
} from './content-security-policy'
import { llmsText } from './llms'
import { loadRenderer } from './renderer'
import { securityTxt } from './security-txt'
import { sitemap } from './sitemap'

interface Dependencies {
  /** The folder of the web part's build; undefined in development, where another server renders the pages. */
  build: string | undefined
  shows: PublicList<Show>
  music: PublicList<Track>
  responses: PublicResponses
  band: Parameters<typeof llmsText>[0] & {
    videos: Parameters<typeof framesOf>[0]
    securityContact?: string
  }
  /** The current day in the band's time zone, as YYYY-MM-DD. */
  today: () => string
  /** The API's address for pages: an origin, or a port of the page's own host. */
  api: { apiHost: string | undefined; port: number }
}

/** A list that pages show. */
interface PublicList<Item> {
  view(): Item[]
  version(): number
  changedAt(): readonly Date[]
}

const maxCachedPages = 200
const plainType = 'text/plain; charset=utf-8'
const noPages: RenderPage = () => Promise.resolve(new Response(null, { status: 404 }))

/** Serves the pages, texts such as the sitemap, and the files of the web build. */
export async function createPages(dependencies: Dependencies) {
  const { build, shows, music, responses, band, today, api } = dependencies
  const assets = openAssets(build && join(build, 'client'))
  const renderPage = build === undefined ? noPages : await loadRenderer(build)
  const data = {
    shows: () => Promise.resolve(shows.view()),
    music: () => Promise.resolve(music.view()),
  }
  const version = () => `${shows.version()} ${music.version()} ${today()}`
  const rendered = createRepresentationCache({ version, max: maxCachedPages })
  const texts = createPublicTexts({ responses, version })
  const frames = framesOf(band.videos)
  const keyOf = ({ request, path }: RequestContext) => `${originOf(request)} ${path}`

  /** The Content-Security-Policy of a page, which allows requests to the API.
   * @param inline hashes of the page's inline scripts and styles */
  function policy(inline: Inline, request: Request) {
    const { protocol, hostname, origin } = new URL(request.url)
    const apiOrigin = api.apiHost ?? `${protocol}//${hostname}:${api.port}`
    return contentSecurityPolicy({ inline, calls: apiOrigin === origin ? [] : [apiOrigin], frames })
  }

  /** Responds with a page from memory, if its data has not changed since it was rendered. */
  function cachedPage(context: RequestContext): Response | undefined {
    const representation = rendered.get(keyOf(context))
    return representation && responses.markStale(representation.respond(context.request))
  }

  /** Renders a page without the cache. */
  async function renderNow(url: string, more: Pick<PageContext, 'posted'> = {}) {
    const request = new Request(url)
    const nonce = crypto.randomUUID()
    const settings = { ...api, publicUrl: responses.siteOf(request) }
    const page = await renderPage(request, { data, settings, nonce, ...more })
    const { html, inline } = removeNonce(await page.text(), nonce)
    page.headers.set('cache-control', 'no-cache')
    page.headers.set('content-security-policy', policy(inline, request))
    return { page, html }
  }

  async function render(context: RequestContext): Promise<Response> {
    const { request, path } = context
    const setCached = rendered.createSetter()
    const { page, html } = await renderNow(request.url)
    const isCacheable = page.status === 200 && pageAt(path)?.path === path
    // Clients choose the host name, so pages for unknown names are not cached.
    if (!isCacheable || !responses.hosts.isExpected(request))
      return responses.markStale(new Response(html, page))
    const representation = represent(html, responses.secure(page.headers))
    await representation.ready
    setCached(keyOf(context), representation)
    return responses.markStale(representation.respond(request))
  }

  async function respond(context: RequestContext): Promise<Response> {
    const { request, path } = context
    const asset = assets.respond(context, path)
    if (asset) {
      const { response, inline } = asset
      if (inline) response.headers.set('content-security-policy', policy(inline, request))
      return response
    }
    if (!mayBePage(path)) throw notFound()
    const canonical = pageAt(path)?.path
    if (canonical !== undefined && canonical !== path)
      return redirect(canonical + new URL(request.url).search)
    return cachedPage(context) ?? render(context)
  }

  /** Renders the booking page after its form was sent without scripts.
   * @param refused the sent fields and the problem; undefined if the enquiry was accepted */
  async function renderBooking(
    request: Request,
    refused?: { fields: Record<string, string>; problem: Problem },
  ): Promise<Response> {
    const { name = '', email = '', message = '' } = refused?.fields ?? {}
    const errors = refused?.problem.errors ?? []
    const posted: PostedEnquiry = { isAccepted: !refused, name, email, message, errors }
    const { page, html } = await renderNow(request.url, { posted })
    page.headers.set('cache-control', 'no-store')
    for (const [header, value] of Object.entries(refused?.problem.headers ?? {}))
      page.headers.set(header, value)
    return new Response(html, { status: refused?.problem.status ?? 200, headers: page.headers })
  }

  const text = (path: string, contentType: string, write: (site: string) => string): Route => ({
    method: 'GET',
    path,
    respond: (context) => texts.respond(context, contentType, write),
  })
  const { securityContact } = band
  const routes: Route[] = [
    text(feedPaths.sitemap, 'application/xml; charset=utf-8', (site) =>
      sitemap(site, changedAt({ shows, music })),
    ),
    text(feedPaths.llms, plainType, (site) => llmsText(band, site)),
    text(feedPaths.robots, plainType, robotsTxt),
    ...(securityContact
      ? [
          text(feedPaths.security, plainType, (site) =>
            securityTxt(securityContact, site, Date.now()),
          ),
        ]
      : []),
    {
      method: 'GET',
      path: '/favicon.ico',
      respond(context) {
        const asset = assets.respond(context, '/icon-192.png')
        if (!asset) throw notFound()
        return asset.response
      },
    },
    { method: 'GET', path: '/*', respond },
  ]

  return {
    routes,
    cached: (context: RequestContext) => cachedPage(context) ?? texts.cached(context),
    renderBooking,
  }
}

const changedAt = (lists: Record<ListName, PublicList<unknown>>) => ({
  shows: lists.shows.changedAt(),
  music: lists.music.changedAt(),
})

/** Excludes the back office from crawling (RFC 9309). */
const robotsTxt = (site: string) =>
  `User-agent: *\nDisallow: ${pages.admin.path}\nDisallow: ${pages.login.path}\n\nSitemap: ${site}${feedPaths.sitemap}\n`

/** 308 Permanent Redirect (RFC 9110, 15.4.9), which keeps the method. */
const redirect = (location: string) =>
  new Response(null, {
    status: 308,
    headers: { location, 'cache-control': 'public, max-age=3600' },
  })

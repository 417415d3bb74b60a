import type { PageContext, PostedEnquiry, PublicData, RenderPage } from '../contract/page'
import { pageAt } from '../contract/site-map'
import type { Problem } from '../http/problem'
import type { PublicResponses } from '../http/public-responses'
import { represent } from '../http/representation'
import { createRepresentationCache } from '../http/representation-cache'
import type { RequestContext } from '../http/request-context'
import { originOf } from '../http/request-url'
import { contentSecurityPolicy, type Inline, removeNonce } from './content-security-policy'

interface Dependencies {
  renderPage: RenderPage
  data: PublicData
  responses: PublicResponses
  /** Changes whenever a page could be different. */
  version: () => string
  /** Origins of the players that pages embed. */
  frames: string[]
  /** Where pages call the API: an origin, or the page's own host at a port. */
  api: { apiHost: string | undefined; port: number }
}

/** Bytes. */
const cacheCapacity = 64 * 1024 * 1024

/** Renders pages, each once for a version of its data. */
export function createPageRenderer(dependencies: Dependencies) {
  const { renderPage, data, responses, version, frames, api } = dependencies
  const rendered = createRepresentationCache({ version, capacity: cacheCapacity })
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

  /** @param status replaces the status of the rendered page, which is then not cached */
  async function render(context: RequestContext, status?: 404 | 410): Promise<Response> {
    const { request, path } = context
    const setCached = rendered.createSetter()
    const { page, html } = await renderNow(request.url)
    if (status !== undefined)
      return responses.markStale(new Response(html, { status, headers: page.headers }))
    const isCacheable = page.status === 200 && pageAt(path)?.path === path
    // Clients choose the host name, so pages for unknown names are not cached.
    if (!isCacheable || !responses.hosts.isExpected(request))
      return responses.markStale(new Response(html, page))
    const representation = represent(html, responses.secure(page.headers))
    await representation.ready
    setCached(keyOf(context), representation)
    return responses.markStale(representation.respond(request))
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

  return { policy, cachedPage, render, renderBooking }
}

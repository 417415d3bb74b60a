import { dirname } from 'node:path/posix'
import type { PageContext, PostedEnquiry, PublicData, RenderPage } from '../contract/page'
import { createRequestSampler } from '../http/access-log'
import type { Problem } from '../http/problem'
import type { PublicResponses } from '../http/public-responses'
import type { RequestContext } from '../http/request-context'
import { originOf } from '../http/request-url'
import type { ResponseMemory } from '../http/response-memory'
import type { Logger } from '../process/log'
import { pageOfShow } from '../shared/admin-map'
import type { NightState } from '../shared/night-answers'
import { normalise, pages } from '../shared/site-map'
import { contentSecurityPolicy, type Inline, removeNonce } from './content-security-policy'

interface Dependencies {
  renderPage: RenderPage
  data: PublicData
  responses: PublicResponses
  memory: ResponseMemory
  log: Logger
  /** Origins of the players that pages embed. */
  frames: () => string[]
  /** Where pages call the API: an origin, or the page's own host at a port. */
  api: { apiHost: string | undefined; port: number }
}

/** What became of a form that was sent without scripts: the sent fields and the problem, or the reference of the accepted
 * enquiry. */
export interface BookingResult {
  refused?: { fields: Record<string, string>; problem: Problem }
  reference?: string
  /** The availability of the enquiry's date; absent without a date. */
  night?: NightState
}

/** The path of no page. */
export const unknownPath = '/-'

/** The page to render, at the origin of a request. */
type Target = Pick<RequestContext, 'request' | 'path'>

/** Milliseconds for which the band is warned of a page that nobody requests again. */
const alarmDuration = 60 * 60_000

/** Renders pages. */
export function createPageRenderer(dependencies: Dependencies) {
  const { renderPage, data, responses, memory, frames, api, log } = dependencies
  const admitsLine = createRequestSampler(log)
  /** The paths of the pages that could not be rendered when they were last requested, with the time (milliseconds since
   * 1970). */
  const failing = new Map<string, number>()

  /** The Content-Security-Policy of a page, which allows requests to the API.
   * @param inline hashes of the page's inline scripts and styles */
  function policy(inline: Inline, request: Request) {
    const { protocol, hostname, origin } = new URL(request.url)
    const apiOrigin = api.apiHost ?? `${protocol}//${hostname}:${api.port}`
    const calls = apiOrigin === origin ? [] : [apiOrigin]
    return contentSecurityPolicy({ inline, calls, frames: frames() })
  }

  /** @returns the page with its headers and status */
  async function render(target: Target, more: Pick<PageContext, 'posted'> = {}) {
    const { path } = target
    // Without the query, the headers and the body of the visitor's request, on which no page may depend.
    const request = new Request(originOf(target.request) + path)
    const nonce = crypto.randomUUID()
    const settings = { ...api, publicUrl: responses.siteOf(request) }
    const onError = (err: unknown) => {
      if (admitsLine('failure')) log.error({ err, path }, 'a page could not be rendered')
    }
    const page = await renderPage(request, { data, settings, nonce, onError, ...more })
    const { html, inline } = removeNonce(await page.text(), nonce)
    const headers = {
      ...Object.fromEntries(page.headers),
      'cache-control': 'no-cache',
      'content-security-policy': policy(inline, request),
    }
    return { text: html, headers, status: page.status }
  }

  /** Responds with a page that says what is missing; it is not kept, because anybody can ask for any address.
   * @param status if the page itself could be rendered */
  async function renderMissing(target: Target, status: 403 | 404 | 410): Promise<Response> {
    const page = await render(target)
    // The router reads a path with `$` as the pattern of a route, and redirects to another path.
    if (page.status >= 300 && page.status < 400)
      return renderMissing({ ...target, path: unknownPath }, status)
    const isRendered = page.status === 200 || page.status === 404
    return responses.markStale(new Response(page.text, isRendered ? { ...page, status } : page))
  }

  /** Renders the booking page after its form was sent without scripts: with a confirmation, or with the refused fields and
   * their errors. */
  async function renderBooking(request: Request, { refused, ...accepted }: BookingResult) {
    const posted: PostedEnquiry = {
      isAccepted: !refused,
      fields: refused?.fields ?? {},
      errors: refused?.problem.errors ?? [],
      ...accepted,
    }
    const { text, headers, status } = await render({ request, path: pages.bookUs.path }, { posted })
    return new Response(text, {
      status: refused?.problem.status ?? status,
      headers: { ...headers, 'cache-control': 'no-store', ...refused?.problem.headers },
    })
  }

  return {
    policy,
    /** Responds with a page of the site, which is rendered once until its data changes. */
    respond(context: RequestContext) {
      // The pages of the back office for one show are the same for each id, and anybody can ask for any id.
      const isOfAnyShow = pageOfShow.test(normalise(context.path))
      const path = isOfAnyShow ? dirname(context.path) : context.path
      return memory.respond({ request: context.request, path }, async () => {
        const page = await render(context)
        if (page.status >= 500) failing.set(path, Date.now())
        else failing.delete(path)
        return page
      })
    },
    renderMissing,
    renderBooking,
    hasFailed: () => [...failing.values()].some((at) => at > Date.now() - alarmDuration),
  }
}

import { type AnyElysia, Elysia, NotFoundError } from 'elysia'
import { adminPaths } from '../shared/admin-map'
import { namedFiles, pages, showPath } from '../shared/site-map'
import type { ToProblem } from './error-mapping'
import { knownPaths } from './known-paths'
import { notFound, Problem, problemResponse } from './problem'
import type { Next, RequestContext } from './request-context'
import type { Route } from './route'

interface Dependencies {
  routes: readonly Route[]
  /** An Elysia plugin. */
  cors: AnyElysia
  toProblem: ToProblem
}

/** Paths that the route `/*` serves, for 405. */
const wildcardPaths = [
  ...Object.values(pages).map(({ path }) => path),
  ...Object.values(adminPaths),
  showPath('{slug}'),
  ...Object.values(namedFiles),
]

/** Dispatches requests to routes with Elysia's router.
 *
 * Elysia passes only the request to a handler, so the request's context is found by the request. */
export function createRouter({ routes, cors, toProblem }: Dependencies): Next {
  const contexts = new WeakMap<Request, RequestContext>()
  const { methodsOf, canonicalOf } = knownPaths([
    ...routes,
    ...wildcardPaths.map((path) => ({ method: 'GET', path })),
  ])

  const contextOf = (request: Request) => contexts.get(request) as RequestContext

  /** A 404 becomes a 405 where something responds to other methods. */
  function problemOf(error: unknown, context: RequestContext): Problem {
    const problem = error instanceof NotFoundError ? notFound() : toProblem(error, context)
    const allowed = problem.status === 404 ? methodsOf(context.path) : []
    const { method } = context.request
    if (allowed.length === 0 || allowed.includes(method)) return problem
    return new Problem(405, `${method} is not allowed at this address.`, {
      headers: { allow: allowed.join(', ') },
    })
  }

  // Host names may have a single label, such as `app` on a container network.
  const app = new Elysia({ handler: { standardHostname: false } })
    .onError(({ error, request }) => problemResponse(problemOf(error, contextOf(request))))
    .use(cors)
  for (const { method, path, respond } of routes) {
    if (method === 'OPTIONS') continue
    app.route(
      method === 'HEAD' ? 'GET' : method,
      path.replace(/\{(\w+)\}/g, ':$1'),
      // Elysia parses the handler's parameter list to determine what to pass.
      ({ request, params = {} }: Record<string, unknown>) => {
        const context = contextOf(request as Request)
        // A parameter is null if its percent-encoded bytes are no UTF-8.
        const isDecoded = !Object.values(params as object).includes(null)
        if (!isDecoded || (method === 'HEAD' && !context.isHead)) throw notFound()
        return respond(context, params as Record<string, string>)
      },
      // Elysia reads a body before any hook may refuse the request (elysia #1839); the routes read it themselves.
      { parse: 'none' },
    )
  }

  /** Redirects a request that gets a 404 to the canonical path, if its path differs from that only in letter case or by a slash at
   * the end. */
  async function redirectToCanonical(
    { path, request }: RequestContext,
    response: Response | Promise<Response>,
  ) {
    const { status, headers } = await response
    const canonical = status === 404 ? canonicalOf(path) : undefined
    if (canonical === undefined) return response
    const location = canonical + new URL(request.url).search
    const shared = [...headers].filter(([name]) => /^(vary|access-control-.*)$/.test(name))
    const own = { location, 'cache-control': 'public, max-age=3600' }
    return new Response(null, { status: 308, headers: { ...Object.fromEntries(shared), ...own } })
  }

  /** Adds the allowed methods, and the headers of a declared OPTIONS operation at its path and below, to the CORS plugin's
   * response. */
  async function withOptions(context: RequestContext, response: Response | Promise<Response>) {
    const { headers, status, body } = await response
    const methods = methodsOf(context.path)
    const combined = new Headers(headers)
    if (methods.length > 0) combined.set('allow', methods.join(', '))
    const route = routes.find(
      ({ method, path }) =>
        method === 'OPTIONS' && (context.path === path || context.path.startsWith(`${path}/`)),
    )
    const own = await route?.respond(context, {})
    for (const [name, value] of own?.headers ?? []) combined.set(name, value)
    return new Response(body, { status, headers: combined })
  }

  return (context) => {
    const request = requestFor(context)
    contexts.set(request, context)
    const response = app.fetch(request)
    if (request.method === 'OPTIONS') return withOptions(context, response)
    return redirectToCanonical(context, withoutUnneededLists(request, response))
  }
}

/** Whether a page of another origin may have sent a request. Browsers send Origin for scripts of the same origin, too. Without
 * Sec-Fetch-Site, which they send over https and to localhost, the two can't be told apart. */
const mayBeCrossOrigin = ({ headers }: Request): boolean =>
  headers.has('origin') && headers.get('sec-fetch-site') !== 'same-origin'

/** Removes the lists that the CORS plugin adds to every response, 400 bytes that only pages of other origins need. Files that all
 * origins may read have no lists, so that a cache can send the same response to all. */
async function withoutUnneededLists(
  request: Request,
  response: Response | Promise<Response>,
): Promise<Response> {
  const { headers } = await response
  const isForAll = headers.get('access-control-allow-origin') === '*'
  if (mayBeCrossOrigin(request) && !isForAll) return response
  for (const name of ['allow-headers', 'allow-methods', 'expose-headers'])
    headers.delete(`access-control-${name}`)
  return response
}

/** Elysia reads the whole body of a response to HEAD to measure it, so it receives a GET request;
 * handlers check `isHead`. */
const requestFor = ({ request, isHead }: RequestContext): Request =>
  isHead ? new Request(request.url, { headers: request.headers }) : request

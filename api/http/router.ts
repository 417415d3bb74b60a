import { AsyncLocalStorage } from 'node:async_hooks'
import { type AnyElysia, Elysia, NotFoundError, ParseError } from 'elysia'
import { namedFiles, pages, showPath } from '../contract/site-map'
import { allowedMethods } from './allowed-methods'
import type { ToProblem } from './error-mapping'
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
  showPath('{slug}'),
  ...Object.values(namedFiles),
]

/** Dispatches requests to routes with Elysia's router.
 *
 * Elysia passes only the request to a handler, so an AsyncLocalStorage passes the request's context. */
export function createRouter({ routes, cors, toProblem }: Dependencies): Next {
  const current = new AsyncLocalStorage<RequestContext>()
  const methodsOf = allowedMethods([
    ...routes,
    ...wildcardPaths.map((path) => ({ method: 'GET', path })),
  ])

  function currentContext(): RequestContext {
    const context = current.getStore()
    if (!context) throw new Error('A route was called outside a request.')
    return context
  }

  function problemOf(error: unknown): Problem {
    const context = currentContext()
    if (error instanceof ParseError) return new Problem(400, 'The body can not be read.')
    const isNotFound =
      error instanceof NotFoundError || (error instanceof Problem && error.status === 404)
    return isNotFound ? notFoundOrNotAllowed(context, methodsOf) : toProblem(error, context)
  }

  // Host names may have a single label, such as `app` on a container network.
  const app = new Elysia({ handler: { standardHostname: false } })
    .onError(({ error }) => problemResponse(problemOf(error)))
    .use(cors)
  for (const { method, path, respond } of routes)
    app.route(
      method,
      path.replace(/\{(\w+)\}/g, ':$1'),
      // Elysia parses the handler's parameter list to determine what to pass.
      ({ params = {} }: Record<string, Record<string, string>>) =>
        respond(currentContext(), params),
      // Elysia reads a body before any hook may refuse the request (elysia #1839); the routes read it themselves.
      { parse: 'none' },
    )

  return (context) => current.run(context, () => app.fetch(requestFor(context)))
}

function notFoundOrNotAllowed(
  { path, request }: RequestContext,
  methodsOf: (path: string) => string[],
): Problem {
  const allowed = methodsOf(path)
  if (allowed.length === 0 || allowed.includes(request.method)) return notFound()
  return new Problem(405, `This address does not know the method ${request.method}.`, {
    headers: { allow: allowed.join(', ') },
  })
}

/** Elysia reads the whole body of a response to HEAD to measure it, so it receives a GET request;
 * handlers check `isHead`. */
const requestFor = ({ request, isHead }: RequestContext): Request =>
  isHead ? new Request(request.url, { headers: request.headers }) : request

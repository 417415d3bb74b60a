import { cors } from '@elysiajs/cors'
import { Elysia, NotFoundError, ParseError } from 'elysia'
import { createAdmin } from './admin/admin.routes'
import { backupRoutes } from './backup/backup.routes'
import { enquiryRoutes, type ShowPosted } from './enquiries/enquiries.routes'
import { healthRoutes } from './health/health.routes'
import { methodTable } from './http/allowed-methods'
import { answerHead } from './http/head-requests'
import { broken, notFound, Problem, problemResponse } from './http/problem'
import { pathOf } from './http/request-url'
import { isAway } from './mongo/database'
import { insufficientStorage, isOutOfSpace } from './mongo/disk-space'
import { openAudio } from './music/audio.routes'
import { musicRoutes } from './music/music.routes'
import { openApiRoutes } from './openapi/openapi.routes'
import { openPages, readablePaths } from './pages/pages.routes'
import type { Logger } from './process/log'
import { createSampler } from './process/sampler'
import { showRoutes } from './shows/shows.routes'

interface Parts {
  admin: Parameters<typeof createAdmin>[0]
  shows: Parameters<typeof showRoutes>[0]
  music: Parameters<typeof musicRoutes>[0]
  audio: Parameters<typeof openAudio>[0]
  enquiries: Omit<Parameters<typeof enquiryRoutes>[0], 'showPosted'>
  pages: Parameters<typeof openPages>[0]
  backups: Omit<Parameters<typeof backupRoutes>[0], 'confirmPassword'>
  health: Parameters<typeof healthRoutes>[0]
  corsOrigins: string[]
  /** Whether visitors reach the site by https. */
  isHttps: boolean
  log: Logger
  addressOf: (request: Request) => string
}

const databaseAway = () =>
  new Problem(503, 'The database is away. Please try again in a moment.', {
    headers: { 'retry-after': '5' },
  })

/** Milliseconds. */
const slow = 1_000
/** Statuses that suggest probing when there are many; logged with the client's address. */
const refusals = new Set([401, 413, 415, 421, 422, 429])
/** Of each status, in a minute. */
const mostLinesLogged = 30
const longestLoggedPath = 200

/** The whole site as one function from a request to its answer. */
export function createApp(parts: Parts) {
  const pages = openPages(parts.pages)
  const admin = createAdmin(parts.admin)
  const audio = openAudio(parts.audio)
  // A host's name may be short: `app`, say, on a container's network.
  const app = new Elysia({ name: 'app', handler: { standardHostname: false } })
    .onError(({ error, request }) => problemResponse(asProblem(error, request)))
    .use(
      cors({
        origin: (request) => isAllowedOrigin(request, parts),
        credentials: false,
        allowedHeaders: ['authorization', 'content-type', 'idempotency-key', 'if-match'],
        exposeHeaders: ['etag', 'retry-after'],
        maxAge: 600,
      }),
    )
    .use(healthRoutes(parts.health))
    .use(admin.routes)
    .use(showRoutes(parts.shows))
    .use(musicRoutes(parts.music))
    .use(audio.routes)
    .use(enquiryRoutes({ ...parts.enquiries, showPosted }))
    .use(backupRoutes({ ...parts.backups, confirmPassword: admin.confirmPassword }))
    .use(openApiRoutes())
    .use(pages.routes)

  const lists = new Map<string, { answer: (request: Request) => Response }>([
    ['/api/shows', parts.shows.published],
    ['/api/music', parts.music.published],
  ])
  const ids = new WeakMap<Request, string>()
  const readable = readablePaths.map((path) => ({ method: 'GET', path }))
  const methodsOf = methodTable([...app.routes, ...readable])

  function asProblem(error: unknown, request: Request): Problem {
    if (error instanceof Problem && error.status !== 404) return error
    if (error instanceof Problem || error instanceof NotFoundError) return asNotFound(request)
    if (error instanceof ParseError) return new Problem(400, 'The body can not be read.')
    if (isAway(error)) return databaseAway()
    if (isOutOfSpace(error)) return insufficientStorage()
    // A client that went away while its body was being read.
    if (request.signal.aborted)
      return new Problem(400, 'The request body is incomplete: send the request again.')
    noteFailure(error, request)
    return broken()
  }

  function noteFailure(err: unknown, request: Request) {
    if (!admitsLine('failure')) return
    parts.log.error(
      { err, request: ids.get(request), path: loggedPath(request) },
      'a request failed',
    )
  }

  function asNotFound(request: Request): Problem {
    const allowed = methodsOf(new URL(request.url).pathname)
    if (allowed.length === 0 || allowed.includes(request.method)) return notFound()
    return new Problem(405, `This address does not know the method ${request.method}.`, {
      headers: { allow: allowed.join(', ') },
    })
  }

  function showPosted(...[request, refused]: Parameters<ShowPosted>) {
    if (!refused) return pages.takenEnquiry(request)
    return pages.refusedEnquiry(request, refused.fields, asProblem(refused.error, request))
  }

  /** Answers, with an id by which the answer is found in the log: each that failed or was slow is there. */
  function answer(request: Request): Response | Promise<Response> {
    const id = crypto.randomUUID()
    const known = readDirectly(request)
    if (known) {
      known.headers.set('x-request-id', id)
      return known
    }
    return answerByRoute(request, id)
  }

  async function answerByRoute(request: Request, id: string) {
    const startedAt = performance.now()
    ids.set(request, id)
    const answer = await route(request)
    answer.headers.set('x-request-id', id)
    const milliseconds = Math.round(performance.now() - startedAt)
    note(request, id, answer.status, milliseconds)
    return answer
  }

  const route = (request: Request) =>
    request.method === 'HEAD' ? answerHead(request, app.fetch) : app.fetch(request)

  /** Lists, pages and tracks, which everybody asks for again and again: without the way through the routes, where there
   * is no other site to be told whether it may read them. */
  function readDirectly(request: Request): Response | undefined {
    if (request.method !== 'GET' || request.headers.has('origin')) return
    const path = pathOf(request)
    return (
      lists.get(path)?.answer(request) ?? pages.known(request, path) ?? audio.known(request, path)
    )
  }

  const admitsLine = createSampler({
    mostPerMinute: mostLinesLogged,
    onSuppressed: (kind, count) =>
      parts.log.info({ kind, count }, 'further requests of this kind were not logged'),
  })

  function note(request: Request, id: string, status: number, milliseconds: number) {
    const isRefused = refusals.has(status)
    if (status < 500 && milliseconds < slow && !isRefused) return
    if (!admitsLine(String(status))) return
    const { method } = request
    const line = { request: id, method, path: loggedPath(request), status, milliseconds }
    if (isRefused)
      parts.log.info({ ...line, address: parts.addressOf(request) }, 'a request was refused')
    else parts.log.warn(line, status >= 500 ? 'a request was not served' : 'a request was slow')
  }

  return { routes: app.routes, fetch: answer }
}

/** A path as it stands in the log: strangers choose how long it is. */
const loggedPath = (request: Request) => {
  const path = pathOf(request)
  return path.length > longestLoggedPath ? `${path.slice(0, longestLoggedPath)}…` : path
}

/** Whether a page of this origin may read the answers: the site's own, also under another port of the same host, and
 * the ones that CORS_ORIGINS names. If the site uses HTTPS, origins with `http:` are rejected, because an attacker
 * on the network can forge such pages. */
function isAllowedOrigin(
  request: Request,
  { corsOrigins, isHttps }: Pick<Parts, 'corsOrigins' | 'isHttps'>,
): boolean {
  const origin = request.headers.get('origin')
  if (origin === null || !URL.canParse(origin)) return false
  if (corsOrigins.includes(origin)) return true
  const { protocol, hostname } = new URL(origin)
  const site = new URL(request.url)
  const isSecure = isHttps || site.protocol === 'https:'
  const isWeb = protocol === 'https:' || (protocol === 'http:' && !isSecure)
  return isWeb && hostname === site.hostname
}

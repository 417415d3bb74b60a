import { setTimeout } from 'node:timers/promises'
import type { GeneratedAccess } from './admin/account.repository'
import type { Environment } from './environment'
import { createAddressResolver } from './http/client-address'
import { internalError, Problem, problemResponse, unavailable } from './http/problem'
import { RequestContext } from './http/request-context'
import { createSecurityHeaders } from './http/security-headers'
import { openEmbeddedMongo, openExternalMongo } from './mongo/mongo'
import type { Logger } from './process/log'
import { StartError } from './process/start-error'
import { createSite } from './site'

/** Milliseconds. */
const stopTimeout = 10_000

const noHost = new Problem(400, 'The Host header must name one host, in at most 255 characters.')
const notReady = unavailable('The site is starting.', 1)

interface Options {
  log: Logger
  /** Ends a start that is in progress. */
  signal: AbortSignal
  /** Whether only the API is served; see `main.ts`. */
  isApiOnly: boolean
  /** Called if the site has generated the admin's password. */
  onPassword: (access: GeneratedAccess) => void
}

/** Starts the site: opens its database and serves it on its port.
 * @returns a function that stops it
 * @throws {StartError} with a sentence for the person who starts it */
export async function startServing(
  environment: Environment,
  { log, signal, ...options }: Options,
): Promise<() => Promise<void>> {
  const { mongodbUri, logLevel, trustedProxies, port } = environment
  const report = (line: string) => {
    if (logLevel !== 'silent') console.log(line)
  }
  const mongo =
    mongodbUri === undefined
      ? await openEmbeddedMongo({ ...environment, report, reservedPort: port, signal })
      : await openExternalMongo(mongodbUri)

  const resolveAddress = createAddressResolver(trustedProxies, log, (request) =>
    server?.requestIP(request),
  )
  let site: Awaited<ReturnType<typeof createSite>> | undefined
  let isStopping = false
  /** Fails readiness at once, serves for `drainSeconds` more, and then closes: open requests have ten seconds to finish. */
  const stop = async () => {
    isStopping = true
    await setTimeout(environment.drainSeconds * 1000)
    await close()
  }
  const close = async () => {
    await Promise.race([server?.stop(), setTimeout(stopTimeout)])
    await server?.stop(true)
    await site?.stop()
    await mongo.close()
  }
  let server: ReturnType<typeof listen> | undefined
  const listenWith = (respond: Respond) => listen(environment, respond, () => isStopping)
  try {
    // Binds the port once before anything is written, so that a start with a port in use leaves a new database empty.
    // With an external database the site listens only when it can respond: until then a proxy sends requests to other
    // instances.
    if (mongo.isEmbedded) await listenWith(() => problemResponse(notReady)).stop(true)
    const created = await createSite({
      environment,
      mongo,
      log,
      isStopping: () => isStopping,
      ...options,
    })
    site = created
    server = listenWith((request, received) =>
      created.respond(new RequestContext(request, () => resolveAddress(received))),
    )
    if (mongo.warning) log.warn(mongo.warning)
    return stop
  } catch (error) {
    await close()
    throw error
  }
}

/** The request if it names one host, with at most as many characters as a name may have (RFC 1035, 2.3.4); else undefined. Several Host
 * headers arrive as one with commas. Requests of HTTP/1.0, such as health checks, may lack it; they get `localhost`. Bun itself
 * refuses HTTP/1.1 without Host. */
function withHost(request: Request): Request | undefined {
  const { url, headers } = request
  const host = headers.get('host')
  if (host !== null) return URL.canParse(url) && /^[^,]{0,261}$/.test(host) ? request : undefined
  const completed = `http://localhost${url}`
  return URL.canParse(completed) ? new Request(completed, request) : undefined
}

/** @param received the request as Bun has created it, which alone has the client's address */
type Respond = (request: Request, received: Request) => Response | Promise<Response>

function listen(environment: Environment, respond: Respond, isStopping: () => boolean) {
  const secureHeaders = createSecurityHeaders(environment.publicUrl)
  const secure = (response: Response) => {
    secureHeaders(response.headers)
    // A proxy must send no further request on a connection that is about to be closed (RFC 9112, 9.6).
    if (isStopping()) response.headers.set('connection', 'close')
    return response
  }
  const { host, port } = environment
  try {
    return Bun.serve({
      hostname: host,
      port,
      idleTimeout: 60,
      // Bun's error pages for development reveal file paths and source code.
      development: false,
      // `development: false` enables it; then a second site on the same port would share the requests instead of
      // failing to start.
      reusePort: false,
      error: () => secure(problemResponse(internalError())),
      // The routes limit the body sizes and send their own problem responses; Bun discards unread bodies.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      async fetch(received) {
        const request = withHost(received)
        return secure(request ? await respond(request, received) : problemResponse(noHost))
      },
    })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartError(
      code === 'EADDRINUSE'
        ? `Port ${port} is in use by another program. Choose another one: PORT=${port < 65_535 ? port + 1 : 3001} npm start`
        : `HOST=${JSON.stringify(host)} can't be used with PORT=${port}: it must be an interface of this machine (${code}).`,
    )
  }
}

import type { Logger } from '../process/log'
import { createSampler } from '../process/sampler'
import type { RequestContext, Step } from './request-context'

/** Milliseconds. */
const slow = 1_000
/** Statuses that suggest probing when there are many; logged with the client's address. */
const refusals = new Set([401, 413, 415, 421, 422, 429])
/** Per status. */
const maxLinesPerMinute = 30
const maxPathLength = 200

/** Shortens a path for the log, because clients choose its length. */
export const loggedPath = (path: string) =>
  path.length > maxPathLength ? `${path.slice(0, maxPathLength)}…` : path

/** Limits the number of lines about requests, of which clients can cause any number. */
export const createRequestSampler = (log: Logger) =>
  createSampler({
    maxPerMinute: maxLinesPerMinute,
    onSuppressed: (kind, count) =>
      log.info({ kind, count }, 'further requests of this kind were not logged'),
  })

/** Logs each failed, refused or slow response, and sets `x-request-id` on every response. */
export function createAccessLog(log: Logger): Step {
  const admitsLine = createRequestSampler(log)

  function write(context: RequestContext, status: number, milliseconds: number) {
    const isRefused = refusals.has(status)
    if (status < 500 && milliseconds < slow && !isRefused) return
    if (!admitsLine(String(status))) return
    const { id, path, request } = context
    const line = {
      request: id,
      method: request.method,
      path: loggedPath(path),
      status,
      milliseconds,
    }
    if (isRefused) log.info({ ...line, address: context.address }, 'a request was refused')
    else log.warn(line, status >= 500 ? 'a request was not served' : 'a request was slow')
  }

  return async (context, next) => {
    const startedAt = performance.now()
    const response = await next(context)
    response.headers.set('x-request-id', context.id)
    write(context, response.status, Math.round(performance.now() - startedAt))
    return response
  }
}

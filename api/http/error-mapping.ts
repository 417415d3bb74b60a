import type { Logger } from '../process/log'
import { createRequestSampler, loggedPath } from './access-log'
import { internalError, Problem, problemResponse } from './problem'
import type { RequestContext, Step } from './request-context'

interface Dependencies {
  log: Logger
  /** Maps errors of the handlers' dependencies, such as the database, to problems; undefined for other errors. */
  recognise: (error: unknown) => Problem | undefined
}

/** Maps an error to the problem that the client receives. */
export type ToProblem = (error: unknown, context: RequestContext) => Problem

/** Creates the function that maps errors to problems. Unrecognised errors are logged, and the client receives a 500
 * without details. */
export function createErrorMapping({ log, recognise }: Dependencies): ToProblem {
  const admitsLine = createRequestSampler(log)

  return (error, { id, path, request }) => {
    if (error instanceof Problem) return error
    const recognised = recognise(error)
    if (recognised) return recognised
    // The client disconnected while its body was being read.
    if (request.signal.aborted)
      return new Problem(400, 'The request body is incomplete: send the request again.')
    if (admitsLine('failure'))
      log.error({ err: error, request: id, path: loggedPath(path) }, 'a request failed')
    return internalError()
  }
}

/** Responds with a problem if a later step throws. The router maps the errors of routes itself, so that those responses
 * have CORS headers. */
export const createErrorResponses =
  (toProblem: ToProblem): Step =>
  async (context, next) => {
    try {
      return await next(context)
    } catch (error) {
      return problemResponse(toProblem(error, context))
    }
  }

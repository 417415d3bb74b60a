import type { ToProblem } from './error-mapping'
import { problemResponse } from './problem'
import type { Step } from './request-context'

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

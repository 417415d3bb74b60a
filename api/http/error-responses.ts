import type { ToProblem } from './error-mapping'
import { problemResponse } from './problem'
import type { Step } from './request-context'

/** Responds with a problem if a later step throws. The router maps the errors of routes itself, so that those responses
 * have CORS headers. */
export const createErrorResponses =
  (toProblem: ToProblem): Step =>
  (context, next) => {
    const respond = (error: unknown) => problemResponse(toProblem(error, context))
    try {
      const response = next(context)
      return response instanceof Response ? response : response.catch(respond)
    } catch (error) {
      return respond(error)
    }
  }

import type { ToProblem } from './error-mapping'
import { problemResponse } from './problem'
import type { RequestContext, Step } from './request-context'

/** Responds with a problem if a later step throws. The router maps the errors of routes itself, so that those responses
 * have CORS headers. */
export function createErrorResponses(toProblem: ToProblem): Step {
  const respond = (error: unknown, context: RequestContext) =>
    problemResponse(toProblem(error, context))
  return (context, next) => {
    try {
      const response = next(context)
      if (response instanceof Response) return response
      return response.catch((error: unknown) => respond(error, context))
    } catch (error) {
      return respond(error, context)
    }
  }
}

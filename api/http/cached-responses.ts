import type { RequestContext, Step } from './request-context'

/** Returns a response from memory; undefined if there is none. */
export type FindCached = (context: RequestContext) => Response | undefined

/** Responds to GET requests from memory, for example with lists, pages and tracks.
 * Requests with an Origin header are passed on to the routes, which apply CORS. */
export const createCachedResponses = (finders: readonly FindCached[]): Step => {
  return (context, next) => {
    const { request } = context
    if (request.method === 'GET' && !request.headers.has('origin'))
      for (const find of finders) {
        const response = find(context)
        if (response) return response
      }
    return next(context)
  }
}

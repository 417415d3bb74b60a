import type { RequestContext, Step } from './request-context'

/** Finds a response that is in memory already; undefined where there is none. */
export type FindCached = (context: RequestContext) => Response | undefined

/** Responds from memory to what everybody asks for again and again: lists, pages, tracks.
 * Requests from other origins go on to the routes, which decide whether that origin may read the response. */
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

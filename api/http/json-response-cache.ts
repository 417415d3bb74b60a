import { type Representation, represent } from './representation'

interface Dependencies {
  /** Changes whenever the body does. */
  version: () => number
  body: () => object
  /** Headers of each response, besides ETag and Vary. */
  headers: Headers
}

/** Responses with a JSON body that everybody may read, serialised and compressed once for each version of it.
 * An Authorization header is ignored. */
export function createJsonResponseCache({ version, body, headers }: Dependencies) {
  let cached: { version: number; representation: Representation } | undefined

  /** Responds with 200, or with 304 where the client has this version. */
  return function respond(request: Request): Response {
    if (cached?.version !== version())
      cached = { version: version(), representation: represent(JSON.stringify(body()), headers) }
    return cached.representation.respond(request)
  }
}

import type { PublicResponses } from './public-responses'
import { type Representation, represent } from './representation'

interface Dependencies<Body> {
  /** Changes whenever the body changes. */
  version: () => number
  body: () => Body
  responses: PublicResponses
}

/** Creates a function that responds with public JSON, which is serialised and compressed once per version.
 * The Authorization header is ignored. */
export function createJsonResponseCache<Body extends object>({
  version,
  body,
  responses,
}: Dependencies<Body>) {
  const headers = responses.headers('application/json')
  let cached: { version: number; representation: Representation } | undefined

  /** Responds with 200, or with 304 if the client has this version. */
  return function respond(request: Request): Response {
    if (cached?.version !== version())
      cached = { version: version(), representation: represent(JSON.stringify(body()), headers) }
    return responses.markStale(cached.representation.respond(request))
  }
}

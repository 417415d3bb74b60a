import { conditional, entityTag } from './conditional'
import type { PublicResponses } from './public-responses'
import { represent } from './representation'
import { createRepresentationCache } from './representation-cache'
import type { RequestContext } from './request-context'
import { originOf } from './request-url'

interface Dependencies {
  responses: PublicResponses
  /** Changes whenever any of the texts may have changed. */
  version: () => string
}

/** Bytes. */
const cacheCapacity = 32 * 1024 * 1024

/** Public texts, such as feeds: generated and compressed once per version and origin. */
export function createPublicTexts({ responses, version }: Dependencies) {
  const cache = createRepresentationCache({ version, capacity: cacheCapacity })
  // The links in a text depend on the request's origin.
  const keyOf = ({ request, path }: RequestContext) => `${originOf(request)} ${path}`

  function cached(context: RequestContext): Response | undefined {
    const representation = cache.get(keyOf(context))
    return representation && responses.markStale(representation.respond(context.request))
  }

  return {
    cached,

    /** Responds with a text, from the cache if possible.
     * @param write generates the text for a site's origin */
    async respond(
      context: RequestContext,
      contentType: string,
      write: (site: string) => string,
    ): Promise<Response> {
      const known = cached(context)
      if (known) return known
      const { request } = context
      const setCached = cache.createSetter()
      const text = write(responses.siteOf(request))
      // Clients choose the host name, so texts for unknown names are not cached.
      if (!responses.hosts.isExpected(request))
        return responses.markStale(textResponse(request, contentType, text))
      const representation = represent(text, responses.headers(contentType))
      await representation.ready
      setCached(keyOf(context), representation)
      return responses.markStale(representation.respond(request))
    },
  }
}

/** A response with a text that is not cached. */
export const textResponse = (request: Request, contentType: string, text: string): Response =>
  conditional(request, text, {
    etag: entityTag(text),
    'content-type': contentType,
    'cache-control': 'public, no-cache',
  })

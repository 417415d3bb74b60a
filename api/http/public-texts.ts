import { conditional, entityTag } from './conditional'
import type { PublicResponses } from './public-responses'
import { represent } from './representation'
import { createRepresentationCache } from './representation-cache'
import type { RequestContext } from './request-context'
import { originOf } from './request-url'

interface Dependencies {
  responses: PublicResponses
  /** Changes whenever any of the texts could. */
  version: () => string
}

const maxKept = 100

/** Texts that everybody may read, such as feeds: written and compressed once for each version and host name. */
export function createPublicTexts({ responses, version }: Dependencies) {
  const cache = createRepresentationCache({ version, max: maxKept })
  // The links in a text depend on the origin under which it is read.
  const keyOf = ({ request, path }: RequestContext) => `${originOf(request)} ${path}`

  function cached(context: RequestContext): Response | undefined {
    const representation = cache.get(keyOf(context))
    return representation && responses.markStale(representation.respond(context.request))
  }

  return {
    cached,

    /** Responds with a text, from memory where it can.
     * @param write makes the text for a site at an origin */
    async respond(
      context: RequestContext,
      contentType: string,
      write: (site: string) => string,
    ): Promise<Response> {
      const known = cached(context)
      if (known) return known
      const { request } = context
      const keep = cache.keeper()
      const text = write(responses.siteOf(request))
      // A client chooses the host name, so nothing is kept for unknown ones.
      if (!responses.hosts.isExpected(request))
        return responses.markStale(textResponse(request, contentType, text))
      const representation = represent(text, responses.headers(contentType))
      await representation.ready
      keep(keyOf(context), representation)
      return responses.markStale(representation.respond(request))
    },
  }
}

/** A text that is not kept. */
export const textResponse = (request: Request, contentType: string, text: string): Response =>
  conditional(request, text, {
    etag: entityTag(text),
    'content-type': contentType,
    'cache-control': 'public, no-cache',
  })

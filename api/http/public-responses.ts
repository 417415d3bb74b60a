import { createHosts } from './hosts'
import { originOf } from './request-url'

interface Dependencies {
  /** The configured public origin; without it, each request's own origin is used. */
  publicUrl: string | undefined
  /** The origin of the API, if it is another one. */
  apiHost: string | undefined
  /** Whether the database is available. */
  isCurrent: () => boolean
}

export type PublicResponses = ReturnType<typeof createPublicResponses>

/** Shared functions for public responses. */
export function createPublicResponses({ publicUrl, apiHost, isCurrent }: Dependencies) {
  return {
    hosts: createHosts([publicUrl, apiHost]),
    /** The origin of the public site, for links in a response. */
    siteOf: (request: Request) => publicUrl ?? originOf(request),
    /** Marks a response from memory as possibly stale while the database is unavailable.
     *
     * RFC 9111 (5.5) made the Warning field obsolete, and caches ignore it. It is sent for clients that read it as defined in
     * RFC 7234 (5.5.1). */
    markStale(response: Response) {
      if (!isCurrent()) response.headers.set('warning', '110 - "Response is Stale"')
      return response
    },
  }
}

import { createHosts, type Hosts } from './hosts'
import { originOf } from './request-url'

interface Dependencies {
  /** The configured public origin; without it, each request's own origin is used. */
  publicUrl: string | undefined
  /** The origin of the API, if it is another one. */
  apiHost: string | undefined
  /** Whether the database is available. */
  isCurrent: () => boolean
}

/** Shared functions for public responses. */
export interface PublicResponses {
  hosts: Hosts
  /** The origin of the public site, for links in a response. */
  siteOf: (request: Request) => string
  /** Marks a response from memory as possibly stale while the database is unavailable.
   *
   * RFC 9111 (5.5) made the Warning field obsolete, and caches ignore it. It is sent for clients that read it as defined in
   * RFC 7234 (5.5.1). */
  markStale: (response: Response) => Response
}

export function createPublicResponses(dependencies: Dependencies): PublicResponses {
  const { publicUrl, apiHost, isCurrent } = dependencies
  return {
    hosts: createHosts([publicUrl, apiHost]),
    siteOf: (request) => publicUrl ?? originOf(request),
    markStale(response) {
      if (!isCurrent()) response.headers.set('warning', '110 - "Response is Stale"')
      return response
    },
  }
}

import { createHosts, type Hosts } from './hosts'
import { originOf } from './request-url'
import { createStaleWarning } from './stale-warning'

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
  /** Marks a response from memory that may be out of date. */
  markStale: (response: Response) => Response
}

export function createPublicResponses(dependencies: Dependencies): PublicResponses {
  const { publicUrl, apiHost, isCurrent } = dependencies
  return {
    hosts: createHosts([publicUrl, apiHost]),
    siteOf: (request) => publicUrl ?? originOf(request),
    markStale: createStaleWarning(isCurrent),
  }
}

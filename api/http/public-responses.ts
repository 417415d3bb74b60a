import { createHosts, type Hosts } from './hosts'
import { originOf } from './request-url'
import { createSecurityHeaders, type Secure } from './security-headers'
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
  secure: Secure
  hosts: Hosts
  /** The origin of the public site, for links in a response. */
  siteOf: (request: Request) => string
  /** Marks a response from memory that may be out of date. */
  markStale: (response: Response) => Response
  /** Headers of a response that caches may store and must revalidate. */
  headers: (contentType: string) => Headers
}

export function createPublicResponses(dependencies: Dependencies): PublicResponses {
  const { publicUrl, apiHost, isCurrent } = dependencies
  const secure = createSecurityHeaders(publicUrl)
  return {
    secure,
    hosts: createHosts([publicUrl, apiHost]),
    siteOf: (request) => publicUrl ?? originOf(request),
    markStale: createStaleWarning(isCurrent),
    headers: (contentType) =>
      secure(new Headers({ 'content-type': contentType, 'cache-control': 'public, no-cache' })),
  }
}

import type { Hosts } from './hosts'
import { originOf } from './request-url'
import type { Secure } from './security-headers'
import { createStaleWarning } from './stale-warning'

interface Dependencies {
  /** The configured public origin; without it, each request's own origin is used. */
  publicUrl: string | undefined
  hosts: Hosts
  secure: Secure
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

export const createPublicResponses = ({
  publicUrl,
  hosts,
  secure,
  isCurrent,
}: Dependencies): PublicResponses => ({
  secure,
  hosts,
  siteOf: (request) => publicUrl ?? originOf(request),
  markStale: createStaleWarning(isCurrent),
  headers: (contentType) =>
    secure(new Headers({ 'content-type': contentType, 'cache-control': 'public, no-cache' })),
})

import { isIP } from 'node:net'
import { Problem } from './problem'

/** The number of host names, besides the configured ones, whose responses are cached. */
const mostHosts = 8

/** 421 Misdirected Request (RFC 9110, 15.5.20). */
export const misdirected = () =>
  new Problem(
    421,
    'The back office is not available under this host name: open it at the site’s public address.',
  )

export type Hosts = ReturnType<typeof createHosts>

/** Which names this site is reached by. The Host header is the client's to choose, so that what is remembered for
 * each name must have a bound, and a foreign name that leads here may be an attack by DNS rebinding.
 * @param own the site's public origins; without one the first names that are seen count as its own */
export function createHosts(own: readonly (string | undefined)[]) {
  const ownNames = new Set(own.filter((origin) => origin !== undefined).map(nameOf))
  const seen = new Set<string>()

  const hostOf = (request: Request) => nameOf(request.url)

  return {
    /** Whether answers may be kept for the name that a request came to. */
    isExpected(request: Request): boolean {
      const host = hostOf(request)
      if (ownNames.has(host) || seen.has(host)) return true
      if (ownNames.size > 0 && !isLocal(new URL(request.url).hostname)) return false
      if (seen.size >= mostHosts) return false
      seen.add(host)
      return true
    },

    /** Whether a request came to a name that can't be the site's. An attack by DNS
     * rebinding always sends a name, so an IP address or `localhost` is never foreign. */
    isForeign(request: Request): boolean {
      if (ownNames.size === 0 || ownNames.has(hostOf(request))) return false
      return !isLocal(new URL(request.url).hostname)
    },
  }
}

/** The host of a URL without a default port (a request behind a proxy may be https though its URL is not) and without the
 * dot that ends a fully qualified name. */
const nameOf = (url: string) =>
  new URL(url).host.replace(/:(80|443)$/, '').replace(/\.(?=:\d+$|$)/, '')

/** Whether a host is named by an address, or is this machine by definition (RFC 6761, 6.3). */
const isLocal = (hostname: string) =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  isIP(hostname.replace(/^\[|\]$/g, '')) !== 0

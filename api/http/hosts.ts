import { isIP } from 'node:net'
import { Problem } from './problem'

/** The number of host names, besides the configured ones, whose responses are cached. */
const maxHosts = 8

/** 421 Misdirected Request (RFC 9110, 15.5.20). */
export const misdirected = () =>
  new Problem(
    421,
    'The back office is not available under this host name: open it at the site’s public address.',
  )

export type Hosts = ReturnType<typeof createHosts>

/** Checks the host names of requests. Clients choose the Host header, so responses are cached for a limited number of
 * names, and a foreign name may indicate a DNS rebinding attack.
 * @param own the site's public origins; without any, the first requested names count as the site's own */
export function createHosts(own: readonly (string | undefined)[]) {
  const ownNames = new Set(own.filter((origin) => origin !== undefined).map(nameOf))
  const seen = new Set<string>()
  /** The names under which the administrator has used the back office. */
  const confirmed = new Set<string>()

  const hostOf = (request: Request) => nameOf(request.url)

  return {
    /** Whether responses may be cached for the request's host name. */
    isExpected(request: Request): boolean {
      const host = hostOf(request)
      if (ownNames.has(host) || confirmed.has(host) || seen.has(host)) return true
      if (ownNames.size > 0 && !isLocal(new URL(request.url).hostname)) return false
      if (seen.size >= maxHosts) return false
      seen.add(host)
      return true
    },

    /** To be called with requests of the administrator: their host name is expected from now on, however many names
     * strangers have made up before. */
    confirm: (request: Request): void => void confirmed.add(hostOf(request)),

    /** Whether the request's host name is not the site's. DNS rebinding attacks always use a name, so IP addresses and
     * `localhost` are never foreign. */
    isForeign(request: Request): boolean {
      if (ownNames.size === 0 || ownNames.has(hostOf(request))) return false
      return !isLocal(new URL(request.url).hostname)
    },
  }
}

/** The host of a URL without port 80 or 443 (the URL of an HTTPS request behind a proxy has `http:`) and without the
 * trailing dot of a fully qualified name. */
const nameOf = (url: string) =>
  new URL(url).host.replace(/:(80|443)$/, '').replace(/\.(?=:\d+$|$)/, '')

/** Whether a host name is an IP address or `localhost` (RFC 6761, 6.3). */
const isLocal = (hostname: string) =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  isIP(hostname.replace(/^\[|\]$/g, '')) !== 0

import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Names that belong to local networks (RFC 6761, RFC 6762, RFC 8375 and ICANN's `.internal`). */
const localName =
  /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|home\.arpa|test|invalid)$/

/** Addresses that look public: IPv4-compatible IPv6 addresses (RFC 4291, 2.5.5.1, deprecated), and the address at which
 * virtual machines on Azure reach their host. */
const internal = ['::/96', '168.63.129.16/32'].map((range) => ipaddr.parseCIDR(range))

/** Whether an IP address is reachable on the public internet. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  // Converts an IPv4-mapped IPv6 address to IPv4.
  const parsed = ipaddr.process(address)
  const isInternal = ipaddr.subnetMatch(parsed, { internal }, '') === 'internal'
  return !isInternal && parsed.range() === 'unicast'
}

/** The push services of Chrome, Firefox, Safari and Edge, each with its subdomains. */
const knownServices = [
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'push.apple.com',
  'notify.windows.com',
]

/** Whether a URL can be the endpoint of a known push service.
 * @param others host names of further services */
export function isAllowedEndpoint(endpoint: string, others: readonly string[]): boolean {
  if (!isPublicEndpoint(endpoint)) return false
  const host = new URL(endpoint).hostname.replace(/\.$/, '')
  return [...knownServices, ...others].some((name) => host === name || host.endsWith(`.${name}`))
}

/** Whether a URL can be the endpoint of a push service: https, the default port, and a public address or a name outside
 * local domains. The addresses of the name are checked when a message is sent. */
export function isPublicEndpoint(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, port, username, password, hostname } = new URL(endpoint)
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (isIP(host) !== 0) return isPublicAddress(host)
  return host.includes('.') && !localName.test(host)
}

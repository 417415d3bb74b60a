import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Names that belong to local networks (RFC 6761, RFC 6762, RFC 8375 and ICANN's `.internal`). */
const localName =
  /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|home\.arpa|test|invalid)$/

/** Whether an IP address is reachable on the public internet. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  // Converts an IPv4-mapped IPv6 address to IPv4.
  return ipaddr.process(address).range() === 'unicast'
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

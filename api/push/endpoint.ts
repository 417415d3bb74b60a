import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Names that belong to local networks (RFC 6761, RFC 6762, RFC 8375 and ICANN's `.internal`). */
const localName =
  /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|home\.arpa|test|invalid)$/

/** Whether an IP address is reachable on the public internet. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  // An IPv4 address in IPv6 notation is judged as what it is.
  return ipaddr.process(address).range() === 'unicast'
}

/** Whether an address can be the endpoint of a push service: https on its usual port, on a host that is not in a private
 * network by its name. The addresses of the name are checked when a message is sent. */
export function isPublicEndpoint(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, port, username, password, hostname } = new URL(endpoint)
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (isIP(host) !== 0) return isPublicAddress(host)
  return host.includes('.') && !localName.test(host)
}

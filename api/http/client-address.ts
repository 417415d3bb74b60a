import ipaddr from 'ipaddr.js'
import type { Logger } from '../process/log'

/** The proxies in front of the site whose X-Forwarded-For entries are trusted: their number, or their addresses and
 * networks (CIDR, RFC 4632). */
export type TrustedProxies = number | readonly string[]

type Network = ReturnType<typeof ipaddr.parseCIDR>

/** Whether a text is an IP address or a network in CIDR notation. */
export const isNetwork = (text: string): boolean =>
  isAddress(text) || (isAddress(text.split('/')[0] ?? '') && ipaddr.isValidCIDR(text))

/** Whether a text is an IP address. Unlike ipaddr.js's `isValid`, this rejects a bare number. */
const isAddress = (text: string) =>
  ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)

/** The key by which limits count an address: an IPv6 address counts as its /64, which one subscriber has. */
export function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address
  const parsed = ipaddr.IPv6.parse(address)
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString()
  const groups = parsed.parts.slice(0, 4).map((part) => part.toString(16))
  return `${groups.join(':')}::/64`
}

/** The wider network of an address, which one customer of a provider may have: the /48 of an IPv6 address (RFC 6177), the
 * /24 of an IPv4 address. */
export function wideNetworkOf(address: string): string {
  const network = networkOf(address)
  const [first = '', second = '', third = ''] = network.split(/[.:]/)
  if (network.includes(':')) return `${first}:${second}:${third}::/48`
  return network.includes('.') ? `${first}.${second}.${third}.0/24` : network
}

/** The bare address of an entry in X-Forwarded-For, which may have a port: `192.0.2.1:1234`, `[2001:db8::1]:1234`.
 * Undefined if it is not an address. */
function addressOf(entry: string): string | undefined {
  const text = entry.trim()
  const [, bracketed] = /^\[([^\]]+)\](?::\d+)?$/.exec(text) ?? []
  const [, withPort] = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text) ?? []
  const address = bracketed ?? withPort ?? text
  return isAddress(address) ? address : undefined
}

/** The network that a text names (`isNetwork`); an address is a network of one. */
export const networkFrom = (text: string): Network => {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text)
  const address = ipaddr.process(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128] as Network
}

/** Whether an address is in one of some networks. */
export function isWithinNetworks(address: string, networks: readonly Network[]): boolean {
  if (!isAddress(address)) return false
  const parsed = ipaddr.process(address)
  return networks.some(
    (network) => network[0].kind() === parsed.kind() && parsed.match(network as never),
  )
}

/** Creates a function that determines a request's client address.
 *
 * Each trusted proxy appends the address of its own peer to X-Forwarded-For. With a number of proxies, the client
 * is the entry that many places from the end; the client can forge the entries before it. The peer is used if there are
 * too few entries or the entry is not an address. With networks, the client is the last entry that is not in one of
 * them. The search stops at the first entry that is missing or not an address, and the last trusted address is used. */
export function createClientAddress(trusted: TrustedProxies) {
  const networks = typeof trusted === 'number' ? [] : trusted.map(networkFrom)

  return function clientAddress(peer: string, forwardedFor: string | null): string {
    if (forwardedFor === null || trusted === 0) return peer
    const entries = forwardedFor.split(',').map(addressOf)
    if (typeof trusted === 'number') return entries.at(-trusted) ?? peer
    let client = peer
    while (isWithinNetworks(client, networks)) {
      const next = entries.pop()
      if (next === undefined) break
      client = next
    }
    return client
  }
}

/** Creates a function that determines a request's client address. It warns once if X-Forwarded-For arrives but no proxy
 * is configured.
 * @param peerOf returns the address of the connection's peer */
export function createAddressResolver(
  trustedProxies: TrustedProxies,
  log: Logger,
  peerOf: (request: Request) => { address: string } | null | undefined,
) {
  const clientAddress = createClientAddress(trustedProxies)
  let isWarned = false
  return (request: Request): string => {
    const forwardedFor = request.headers.get('x-forwarded-for')
    if (forwardedFor !== null && trustedProxies === 0 && !isWarned) {
      isWarned = true
      log.warn(
        'X-Forwarded-For arrives, but TRUST_PROXY is 0: all visitors behind a proxy count as one. Set TRUST_PROXY if there is one.',
      )
    }
    return clientAddress(peerOf(request)?.address ?? '', forwardedFor)
  }
}

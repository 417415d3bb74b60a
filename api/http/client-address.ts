import ipaddr from 'ipaddr.js'
import type { Logger } from '../process/log'

/** Which proxies in front of the site may be believed about a client's address: how many there are, or the addresses
 * and networks (CIDR, RFC 4632) that they have. */
export type TrustedProxies = number | readonly string[]

type Network = ReturnType<typeof ipaddr.parseCIDR>

/** Whether a text is an address or a network that proxies may be named by. */
export const isNetwork = (text: string): boolean =>
  isAddress(text) || (isAddress(text.split('/')[0] ?? '') && ipaddr.isValidCIDR(text))

/** Whether a text is an address as people write it: ipaddr.js takes a bare number for one, too. */
const isAddress = (text: string) =>
  ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)

/** What limits are counted by: an IPv6 address counts as its /64, for whoever has one address has that many. */
export function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address
  const parsed = ipaddr.IPv6.parse(address)
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString()
  const groups = parsed.parts.slice(0, 4).map((part) => part.toString(16))
  return `${groups.join(':')}::/64`
}

/** The bare address of an entry in X-Forwarded-For, which may have a port: `192.0.2.1:1234`, `[2001:db8::1]:1234`.
 * Undefined for what is no address. */
function addressOf(entry: string): string | undefined {
  const text = entry.trim()
  const [, bracketed] = /^\[([^\]]+)\](?::\d+)?$/.exec(text) ?? []
  const [, withPort] = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text) ?? []
  const address = bracketed ?? withPort ?? text
  return isAddress(address) ? address : undefined
}

const networkFrom = (text: string): Network => {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text)
  const address = ipaddr.process(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128] as Network
}

function isWithin(address: string, networks: readonly Network[]): boolean {
  const parsed = ipaddr.process(address)
  return networks.some(
    (network) => network[0].kind() === parsed.kind() && parsed.match(network as never),
  )
}

/** Makes the function that finds the address that a request came from, as far as it can be believed.
 *
 * Each trusted proxy appends the address of its own peer to X-Forwarded-For. With a number of proxies the client is the
 * entry that many places from the end; what stands before it the client could have written itself. With networks, it
 * is the last entry that is not in one of them. With a number, the peer is used if there are too few entries or the entry
 * is not an address. With networks, the search stops at the first entry that is missing or not an address, and the last
 * trusted address is used. */
export function createClientAddress(trusted: TrustedProxies) {
  const networks = typeof trusted === 'number' ? [] : trusted.map(networkFrom)

  return function clientAddress(peer: string, forwardedFor: string | null): string {
    if (forwardedFor === null || trusted === 0) return peer
    const entries = forwardedFor.split(',').map(addressOf)
    if (typeof trusted === 'number') return entries.at(-trusted) ?? peer
    let client = peer
    while (isAddress(client) && isWithin(client, networks)) {
      const next = entries.pop()
      if (next === undefined) break
      client = next
    }
    return client
  }
}

/** Makes the function that finds the address of a request's client; it warns once of a proxy that nobody has configured.
 * @param peerOf the address from which the connection comes */
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

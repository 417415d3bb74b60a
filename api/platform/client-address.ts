import { isIPv6 } from 'node:net'

/** What limits are counted by: an IPv6 address counts as its /64, for whoever has one address has that many. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address
  const [head = '', tail] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? [] : Array(8 - left.length - right.length).fill('0')
  const groups = [...left, ...zeros, ...right].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

/** The address that a request came from, as far as it can be believed.
 *
 * Each trusted proxy appends the address of its own peer to X-Forwarded-For, so with `trusted` proxies
 * in front the client is the entry that many places from the end; what stands before it the client
 * could have written itself. With fewer entries than proxies, the header is not theirs. */
export function clientAddress(peer: string, forwardedFor: string | null, trusted: number): string {
  if (trusted === 0 || forwardedFor === null) return peer
  const entries = forwardedFor.split(',').map((entry) => entry.trim())
  return entries.at(-trusted) || peer
}

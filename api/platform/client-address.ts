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

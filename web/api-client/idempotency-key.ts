/** A new Idempotency-Key, by which the server recognises a repeated request. `randomUUID` exists in secure contexts
 * only. */
export function newIdempotencyKey(): string {
  if ('randomUUID' in crypto) return crypto.randomUUID()
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

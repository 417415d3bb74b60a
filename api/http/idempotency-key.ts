import { createHash } from 'node:crypto'
import { invalidField, Problem } from './problem'

/** Reads the Idempotency-Key header (draft-ietf-httpapi-idempotency-key-header-07): up to 200 visible characters.
 * @throws Problem 422 for an invalid key */
export function idempotencyKeyOf(request: Request): string | undefined {
  const key = request.headers.get('idempotency-key')
  if (key === null) return
  if (!/^[\x21-\x7e]{1,200}$/.test(key))
    throw invalidField('Idempotency-Key', 'This must be 1 to 200 visible characters.')
  return key
}

/** A digest by which the content of two requests is compared. */
export const fingerprintOf = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64url')

/** Combines an Idempotency-Key with a digest of the content, so that a key that is used again with other content does not match. */
export const keyWithContent = (key: string | undefined, content: unknown): string | undefined =>
  key && `${key} ${fingerprintOf(content)}`

/** 422 for a key that was already used with a different request. */
export const reusedKey = () =>
  new Problem(422, 'This Idempotency-Key belongs to a different request: send a new key.', {
    errors: [{ field: 'Idempotency-Key', message: 'This belongs to a different request.' }],
  })

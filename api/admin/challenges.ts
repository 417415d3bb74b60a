import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** What a challenge may be used for. */
export type Purpose = 'registration' | 'login'

const [expiryBytes, randomLength] = [8, 16]
/** Milliseconds for which a challenge is valid. */
export const challengeLife = 5 * 60_000

/** Challenges of Web Authentication that any process can verify without having stored them: an expiry, random bytes, and
 * their signature.
 * @param secret the signing key is derived from it */
export function createChallenges(secret: string) {
  const key = createHmac('sha256', secret).update('passkey challenge').digest()
  const sign = (purpose: Purpose, content: Uint8Array) =>
    createHmac('sha256', key).update(`${purpose} `).update(content).digest()

  return {
    issue(purpose: Purpose): Uint8Array<ArrayBuffer> {
      const expiry = Buffer.alloc(expiryBytes)
      expiry.writeBigUInt64BE(BigInt(Date.now() + challengeLife))
      const content = Buffer.concat([expiry, randomBytes(randomLength)])
      return new Uint8Array(Buffer.concat([content, sign(purpose, content)]))
    },

    /** @param challenge in base64url
     * @returns when the challenge expires; undefined if it was not issued for this purpose or has expired */
    expiryOf(purpose: Purpose, challenge: string): Date | undefined {
      const bytes = Buffer.from(challenge, 'base64url')
      const content = bytes.subarray(0, expiryBytes + randomLength)
      const [actual, expected] = [bytes.subarray(content.length), sign(purpose, content)]
      if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return
      const expiresAt = Number(content.readBigUInt64BE())
      return expiresAt > Date.now() ? new Date(expiresAt) : undefined
    },
  }
}

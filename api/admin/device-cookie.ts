import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { TokenOwner } from './account.repository'

const cookieName = 'device'
/** Seconds: half a year. */
const lifetime = 180 * 24 * 60 * 60

export type DeviceCookies = ReturnType<typeof createDeviceCookies>

/** Cookies that identify browsers that have logged in before, so that strangers' failures at the same address don't
 * lock them out (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"). A cookie authenticates nobody: it
 * only gives the browser its own count of failures. It ends with the generation of the account's tokens, so a new
 * password and "Log out everywhere" end it.
 * @param secret the signing key is derived from it
 * @param isSecure whether visitors reach the site by https; browsers then send the cookie only over HTTPS */
export function createDeviceCookies(secret: string, isSecure: boolean) {
  const key = createHmac('sha256', secret).update('device cookie').digest()
  const sign = ({ username, generation }: TokenOwner, id: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([username, generation, id]))
      .digest('base64url')

  return {
    /** A Set-Cookie header (RFC 6265) for a browser that has just logged in. */
    issue(account: TokenOwner): string {
      const id = randomBytes(16).toString('base64url')
      const attributes = [
        `${cookieName}=${id}.${sign(account, id)}`,
        'Path=/api/admin',
        `Max-Age=${lifetime}`,
        'HttpOnly',
        'SameSite=Strict',
        ...(isSecure ? ['Secure'] : []),
      ]
      return attributes.join('; ')
    },

    /** The id of the device that a request comes from, if it has logged in to this account before. */
    recognise(request: Request, account: TokenOwner): string | undefined {
      const cookies = new Bun.CookieMap(request.headers.get('cookie') ?? '')
      const [id = '', signature = ''] = cookies.get(cookieName)?.split('.') ?? []
      const [actual, expected] = [Buffer.from(signature), Buffer.from(sign(account, id))]
      // timingSafeEqual throws if the lengths in bytes differ.
      const isSigned = actual.length === expected.length && timingSafeEqual(actual, expected)
      return isSigned ? id : undefined
    },
  }
}

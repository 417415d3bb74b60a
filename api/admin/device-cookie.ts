import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const cookieName = 'device'
/** Seconds: half a year. */
const lifetime = 180 * 24 * 60 * 60

/** Cookies by which a browser that logged in before is recognised, so that strangers' failures at the same address
 * don't keep it out (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"). A cookie authenticates nobody: it
 * only gives the browser an own count of failures.
 * @param secret what signs them; only a key derived from it is used
 * @param isSecure whether visitors reach the site by https, where the cookie may go over nothing else */
export function createDeviceCookies(secret: string, isSecure: boolean) {
  const key = createHmac('sha256', secret).update('device cookie').digest()
  const sign = (username: string, id: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([username, id]))
      .digest('base64url')

  return {
    /** A Set-Cookie header (RFC 6265) for a browser that has just logged in. */
    issue(username: string): string {
      const id = randomBytes(16).toString('base64url')
      const attributes = [
        `${cookieName}=${id}.${sign(username, id)}`,
        'Path=/api/admin',
        `Max-Age=${lifetime}`,
        'HttpOnly',
        'SameSite=Strict',
        ...(isSecure ? ['Secure'] : []),
      ]
      return attributes.join('; ')
    },

    /** The id of the device that a request comes from, if it has logged in with this user name before. */
    recognise(request: Request, username: string): string | undefined {
      const cookies = new Bun.CookieMap(request.headers.get('cookie') ?? '')
      const [id = '', signature = ''] = cookies.get(cookieName)?.split('.') ?? []
      const [given, expected] = [Buffer.from(signature), Buffer.from(sign(username, id))]
      // Equal lengths in bytes: timingSafeEqual throws for others.
      const isSigned = given.length === expected.length && timingSafeEqual(given, expected)
      return isSigned ? id : undefined
    },
  }
}

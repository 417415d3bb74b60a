const permissions =
  'accelerometer camera geolocation gyroscope magnetometer microphone payment usb'.split(' ')

const aYear = 31_536_000

/** For responses other than pages, which have their own policy. */
const policyOfFiles =
  "script-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/** Creates a function that sets security headers (OWASP HTTP Headers Cheat Sheet); pages have a policy of their own.
 * @param publicUrl the site's public URL; with `https:`, browsers must use only HTTPS for a year (RFC 6797) */
export function createSecurityHeaders(publicUrl: string | undefined) {
  const isHttps = publicUrl?.startsWith('https:') === true
  const own = Object.entries({
    'x-content-type-options': 'nosniff',
    // Embedded players refuse to play if the referrer lacks the origin.
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': permissions.map((feature) => `${feature}=()`).join(', '),
    'cross-origin-opener-policy': 'same-origin',
    ...(isHttps ? { 'strict-transport-security': `max-age=${aYear}` } : {}),
  })

  return function secure(headers: Headers): void {
    for (const [name, value] of own) headers.set(name, value)
    if (!headers.has('content-security-policy'))
      headers.set('content-security-policy', policyOfFiles)
  }
}

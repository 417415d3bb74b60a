const permissions = [
  'accelerometer',
  'camera',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'payment',
  'usb',
]

const aYear = 31_536_000

/** For what is no page; pages have a policy of their own. */
const policyOfFiles =
  "script-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/** Makes the function that puts on an answer's headers what keeps browsers from doing more with it than it is for
 * (OWASP HTTP Headers Cheat Sheet); headers that have it already are left as they are.
 * @param publicUrl where visitors reach the site: where that is by https, browsers are told to use nothing else, for
 * a year (RFC 6797) */
export function createSecurityHeaders(publicUrl: string | undefined) {
  const isHttps = publicUrl?.startsWith('https:') === true
  const own = Object.entries({
    'x-content-type-options': 'nosniff',
    // With less than the origin, embedded players refuse to play.
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': permissions.map((feature) => `${feature}=()`).join(', '),
    'cross-origin-opener-policy': 'same-origin',
    ...(isHttps ? { 'strict-transport-security': `max-age=${aYear}` } : {}),
  })

  return function secure(headers: Headers): Headers {
    if (headers.has('x-content-type-options')) return headers
    for (const [name, value] of own) headers.set(name, value)
    if (!headers.has('content-security-policy'))
      headers.set('content-security-policy', policyOfFiles)
    return headers
  }
}

/** Puts them on an answer's headers. */
export type Secure = ReturnType<typeof createSecurityHeaders>

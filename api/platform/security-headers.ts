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

/** Makes the function that puts on every answer what keeps browsers from doing more with it than it is for
 * (OWASP HTTP Headers Cheat Sheet).
 * @param isHttps whether visitors reach the site by https: then browsers are told to use nothing else, for
 * a year (RFC 6797) */
export function createSecurityHeaders(isHttps: boolean) {
  const headers = Object.entries({
    'x-content-type-options': 'nosniff',
    // With less than the origin, embedded players refuse to play.
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': permissions.map((feature) => `${feature}=()`).join(', '),
    'cross-origin-opener-policy': 'same-origin',
    ...(isHttps ? { 'strict-transport-security': `max-age=${aYear}` } : {}),
  })

  return function secure(answer: Response): Response {
    const { headers: given } = answer
    for (const [name, value] of headers) given.set(name, value)
    if (!given.has('content-security-policy')) given.set('content-security-policy', policyOfFiles)
    return answer
  }
}

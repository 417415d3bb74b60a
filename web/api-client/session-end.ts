/** Whether a token's session has ended by this device's clock, which may be wrong: where the site responds, its answer counts.
 * @param token a JWT (RFC 7519) with `exp`; one that can't be read counts as ended */
export function hasEnded(token: string): boolean {
  try {
    const [, claims = ''] = token.split('.')
    const { exp } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')))
    return exp * 1_000 <= Date.now()
  } catch {
    return true
  }
}

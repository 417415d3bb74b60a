/** Whether a token has expired by this device's clock. The clock may be wrong, so only saved responses depend on it.
 * @param token a JWT (RFC 7519) with `exp`; one that can't be read counts as expired */
export function hasExpired(token: string): boolean {
  try {
    const [, claims = ''] = token.split('.')
    const { exp } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')))
    return exp * 1_000 <= Date.now()
  } catch {
    return true
  }
}

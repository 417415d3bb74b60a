/** In a module of its own, so that visitors don't load it. */
import { call } from '../../api-client/call'
import { anonymousApi } from '../../api-client/client'

/** Revokes a token that the browser has already removed.
 * @throws the error of the HTTP client; then the token stays valid until it expires */
export const revokeToken = (token: string) =>
  call(anonymousApi(), 'POST /api/admin/logout', { headers: { authorization: `Bearer ${token}` } })

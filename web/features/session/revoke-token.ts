/** The end of a session on the server, in a module of its own, which visitors don't load. */
import { call } from '../../api-client/call'
import { anonymousApi } from '../../api-client/client'

/** Revokes a token that the browser has already removed.
 * @throws the error of the HTTP client; the token then ends with its session */
export const revokeToken = (token: string) =>
  call(anonymousApi(), 'POST /api/admin/logout', { headers: { authorization: `Bearer ${token}` } })

import { readToken } from './token'

const listeners = new Set<() => void>()

/** Calls back when the server refuses the token.
 * @returns a function that stops listening */
export function onSessionExpired(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Calls the listeners if the refused token is still the stored one. It is not after a new password or a logout while the request was
 * under way.
 * @param authorization the header of the request that the server has refused (RFC 6750) */
export function notifySessionExpired(authorization: string | null | undefined): void {
  if (authorization !== `Bearer ${readToken()}`) return
  for (const listener of listeners) listener()
}

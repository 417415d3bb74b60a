const listeners = new Set<() => void>()

/** Tells when the server has refused the token that was sent.
 * @returns how to stop listening. */
export function onSessionExpired(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** To be called when the server has refused the token. */
export function tellSessionExpired(): void {
  for (const listener of listeners) listener()
}

const listeners = new Set<() => void>()

/** Calls back when the server refuses the token.
 * @returns a function that stops listening */
export function onSessionExpired(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Calls the listeners; to be called when the server refuses the token. */
export function notifySessionExpired(): void {
  for (const listener of listeners) listener()
}

/** Notifies all pages and the service worker of a change. */
export function announce(name: string): void {
  const channel = new BroadcastChannel(name)
  channel.postMessage(null)
  channel.close()
}

/** Calls back when a change is announced under this name, by a page or the service worker.
 * @returns a function that stops listening */
export function listen(name: string, onChange: () => void): () => void {
  const channel = new BroadcastChannel(name)
  channel.onmessage = onChange
  return () => channel.close()
}

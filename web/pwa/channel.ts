/** Says to every page, this one included, and to the worker that something of this name has changed. */
export function announce(name: string): void {
  const channel = new BroadcastChannel(name)
  channel.postMessage(null)
  channel.close()
}

/** Hears what is announced anywhere.
 * @returns how to stop */
export function listen(name: string, onChange: () => void): () => void {
  const channel = new BroadcastChannel(name)
  channel.onmessage = onChange
  return () => channel.close()
}

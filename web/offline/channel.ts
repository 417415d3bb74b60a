type Listener = () => void

const isShared = 'BroadcastChannel' in globalThis
/** The listeners of this page, for browsers that have no channels between pages. */
const own = new Map<string, Set<Listener>>()

/** Notifies all pages and the service worker of a change; without BroadcastChannel, only this page. */
export function announce(name: string): void {
  if (!isShared) {
    for (const listener of own.get(name) ?? []) queueMicrotask(listener)
    return
  }
  const channel = new BroadcastChannel(name)
  channel.postMessage(null)
  channel.close()
}

/** Calls back when something of this name is announced anywhere.
 * @returns how to stop */
export function listen(name: string, onChange: Listener): () => void {
  if (!isShared) {
    const listeners = own.get(name) ?? new Set()
    own.set(name, listeners.add(onChange))
    return () => void listeners.delete(onChange)
  }
  const channel = new BroadcastChannel(name)
  channel.onmessage = onChange
  return () => channel.close()
}

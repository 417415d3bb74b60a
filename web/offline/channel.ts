type Listener = () => void

const isShared = 'BroadcastChannel' in globalThis
/** The listeners of this page, for browsers without BroadcastChannel. */
const localListeners = new Map<string, Set<Listener>>()

/** Notifies all pages and the service worker of a change; without BroadcastChannel, only this page. */
export function announce(name: string): void {
  if (!isShared) {
    for (const listener of localListeners.get(name) ?? []) queueMicrotask(listener)
    return
  }
  const channel = new BroadcastChannel(name)
  channel.postMessage(null)
  channel.close()
}

/** Calls back when a change is announced under this name, by a page or the service worker.
 * @returns a function that stops listening */
export function listen(name: string, onChange: Listener): () => void {
  if (!isShared) {
    const listeners = localListeners.get(name) ?? new Set()
    localListeners.set(name, listeners.add(onChange))
    return () => void listeners.delete(onChange)
  }
  const channel = new BroadcastChannel(name)
  channel.onmessage = onChange
  return () => channel.close()
}

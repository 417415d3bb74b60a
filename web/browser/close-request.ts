interface CloseWatcher {
  onclose: () => void
  destroy: () => void
}

/** Calls back once when the person asks to close what is open, with the phone's Back button or Escape (HTML Standard, 6.5.3).
 * Does nothing in browsers without close watchers.
 * @returns a function that stops listening */
export function onCloseRequest(close: () => void): () => void {
  const { CloseWatcher } = globalThis as { CloseWatcher?: new () => CloseWatcher }
  if (!CloseWatcher) return () => {}
  const watcher = new CloseWatcher()
  watcher.onclose = close
  return () => watcher.destroy()
}

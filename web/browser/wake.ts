/** Calls back whenever somebody looks at the page again: it is shown, gets the focus, or comes back from the browser's
 * back/forward cache. One return to the page may call back more than once.
 * @returns how to stop */
export function onWake(listener: () => void): () => void {
  const look = () => {
    if (!document.hidden) listener()
  }
  const stopping = new AbortController()
  const { signal } = stopping
  for (const event of ['pageshow', 'focus']) addEventListener(event, look, { signal })
  document.addEventListener('visibilitychange', look, { signal })
  return () => stopping.abort()
}

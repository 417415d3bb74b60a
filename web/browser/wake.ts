/** Calls back whenever the person returns to the page: it is shown, gets the focus, or comes from the browser's
 * back/forward cache. One return to the page may call back more than once.
 * @returns a function that stops listening */
export function onWake(listener: () => void): () => void {
  const onEvent = () => {
    if (!document.hidden) listener()
  }
  const stopping = new AbortController()
  const { signal } = stopping
  for (const event of ['pageshow', 'focus']) addEventListener(event, onEvent, { signal })
  document.addEventListener('visibilitychange', onEvent, { signal })
  return () => stopping.abort()
}

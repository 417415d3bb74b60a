/** Calls a function after the page's `load` event, or immediately if the event has passed.
 * @returns a function that cancels the call if it has not been made yet */
export function afterLoad(run: () => void): () => void {
  const onLoad = () => run()
  if (document.readyState === 'complete') onLoad()
  else addEventListener('load', onLoad, { once: true })
  return () => removeEventListener('load', onLoad)
}

/** Calls a function after the page's `load` event, or immediately if the event has passed. */
export function afterLoad(run: () => void): void {
  if (document.readyState === 'complete') run()
  else addEventListener('load', () => run(), { once: true })
}

import { Workbox } from 'workbox-window'

/** Registers the worker when the page has what it needs; a page without one works as well. */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const register = () =>
    new Workbox('/sw.js')
      .register()
      .catch((error: unknown) => console.debug('No service worker:', error))
  if (document.readyState === 'complete') void register()
  else addEventListener('load', () => void register(), { once: true })
}

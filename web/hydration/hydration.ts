/** The state of a page that the server rendered. The page's inline script (`inline-script.ts`) creates it and the modules
 * read it, so it is a property of the window. */
export interface Hydration {
  /** `pending`: events are queued. `native`: links, forms and players work as in a page without scripts. `hydrated`:
   * the page is interactive. */
  status: 'pending' | 'native' | 'hydrated'
  /** The control of the queued event: the last one pressed while the status was `pending`. */
  queued: HTMLElement | undefined
}

declare global {
  interface Window {
    hydration?: Hydration
  }
}

/** Whether the page is hydrated. */
export const isHydrated = (): boolean => window.hydration?.status === 'hydrated'

let resolveHydrated = () => {}

/** Resolves when the page is hydrated. It does not use `Promise.withResolvers`, which older browsers lack. */
export const hydrated = new Promise<void>((resolve) => {
  resolveHydrated = resolve
})

/** To be called when the page is hydrated; a second call does nothing. */
export function finishHydration(): void {
  if (isHydrated()) return
  const hydration = window.hydration ?? { status: 'pending', queued: undefined }
  window.hydration = hydration
  // Hydration may succeed after an error.
  delete document.documentElement.dataset['plain']
  resolveHydrated()
  replayQueuedEvent(hydration)
}

/** Sets the status to `hydrated`, and clicks the queued control if it is still in the page. */
export function replayQueuedEvent(hydration: Hydration): void {
  const { queued } = hydration
  hydration.status = 'hydrated'
  hydration.queued = undefined
  if (!queued) return
  delete queued.dataset['queued']
  if (queued.isConnected) queued.click()
}

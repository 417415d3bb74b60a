/** The state of a page that the server rendered. The page's inline script (`inline-script.ts`) creates it and the modules
 * read it, so it is a property of the window. */
export interface Hydration {
  /** `pending`: presses are queued. `native`: links, forms and players work as in a page without scripts. `hydrated`: the
   * modules respond. */
  status: 'pending' | 'native' | 'hydrated'
  /** The control that was pressed last while the status was `pending`. */
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

/** Resolves when the page is hydrated. */
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

/** Ends the queue, and presses the queued control again, unless it has left the page. */
export function replayQueuedEvent(hydration: Hydration): void {
  const { queued } = hydration
  hydration.status = 'hydrated'
  hydration.queued = undefined
  if (!queued) return
  delete queued.dataset['queued']
  if (queued.isConnected) queued.click()
}

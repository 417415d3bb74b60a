import type { Hydration } from './hydration'

/* These functions are written into each page as text, so they must not use anything outside themselves. */

/** Loads the scripts when the page has been painted, or at the first press. Lazy pictures are loaded from then on.
 * @param scripts addresses, the entry first
 * @param timeout milliseconds after which the scripts are loaded in any case
 * @param onError called when a script can't be loaded
 * @returns whether all scripts are loaded */
export function loadAfterPaint(
  scripts: string[],
  timeout: number,
  onError: () => void,
): () => boolean {
  let isLoading = false
  let missing = scripts.length

  function add(element: HTMLScriptElement | HTMLLinkElement) {
    element.fetchPriority = 'low'
    element.onload = () => {
      missing -= 1
    }
    element.onerror = onError
    document.head.append(element)
  }

  function load() {
    if (isLoading) return
    isLoading = true
    document.documentElement.dataset['begun'] = ''
    for (const href of scripts.slice(1))
      add(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    const [src = ''] = scripts
    add(Object.assign(document.createElement('script'), { type: 'module', src }))
  }

  // A frame reaches the screen some time after it has been requested.
  const loadWhenPainted = () =>
    new PerformanceObserver((_, observer) => {
      observer.disconnect()
      requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(load)))
    }).observe({ type: 'paint', buffered: true })

  for (const touch of ['pointerdown', 'keydown']) addEventListener(touch, load, { once: true })
  // A page in the background is not painted until it is shown.
  addEventListener('load', () => (document.hidden ? load() : loadWhenPainted()))
  setTimeout(load, timeout)
  return () => missing === 0
}

/** Queues the last click on a link or button, or submission of a form, until the page is hydrated. A link or form that
 * has waited too long works as it does without scripts.
 * @param isLoaded whether all scripts are loaded
 * @param timeout milliseconds that a form waits, and that a link waits in addition if the scripts are loaded
 * @param linkTimeout milliseconds that a link waits for the scripts
 * @returns a function that makes the page work without scripts */
export function queueEvents(
  hydration: Hydration,
  isLoaded: () => boolean,
  timeout: number,
  linkTimeout: number,
): () => void {
  /** Until this time, a form is being submitted without scripts, and further submissions are blocked. */
  let leavingUntil = 0

  function queue(control: HTMLElement | null, event: Event) {
    event.preventDefault()
    event.stopImmediatePropagation()
    delete hydration.queued?.dataset['queued']
    hydration.queued = control ?? undefined
    if (control) control.dataset['queued'] = ''
  }

  function releaseLater(control: HTMLElement | null, milliseconds: number) {
    setTimeout(() => hydration.queued === control && release(), milliseconds)
  }

  function release() {
    const control = hydration.queued
    hydration.queued = undefined
    if (control instanceof HTMLButtonElement && control.form) {
      leavingUntil = performance.now() + 10 * timeout
      return control.form.submit()
    }
    delete control?.dataset['queued']
    if (!(control instanceof HTMLAnchorElement)) return
    // From now on, another link replaces this navigation, as in a page without scripts.
    hydration.status = 'native'
    location.assign(control.href)
  }

  function makeNative() {
    if (hydration.status === 'hydrated') return
    hydration.status = 'native'
    document.documentElement.dataset['plain'] = ''
    release()
  }

  function queueLink(link: HTMLAnchorElement, event: MouseEvent) {
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
    const isOurs = link.origin === location.origin && !link.target && !link.hasAttribute('download')
    if (!isPlain || !isOurs || link.pathname === location.pathname) return
    queue(link, event)
    setTimeout(() => releaseLater(link, isLoaded() ? timeout : 0), linkTimeout)
  }

  function onEvent(event: Event) {
    const { type, target } = event
    if (type === 'submit' && performance.now() < leavingUntil) return queue(null, event)
    if (hydration.status !== 'pending' || !(target instanceof Element)) return
    if (type === 'submit') {
      // The browser has already validated the fields.
      const { submitter } = event as SubmitEvent
      queue(submitter, event)
      return releaseLater(submitter, timeout)
    }
    const link = target.closest('a')
    if (link) return queueLink(link, event as MouseEvent)
    const button = target.closest('button')
    if (button && !button.closest('form')) queue(button, event)
  }

  for (const type of ['click', 'submit']) addEventListener(type, onEvent, true)
  // A browser may load the scripts and fail to run them.
  for (const type of ['error', 'unhandledrejection']) addEventListener(type, makeNative)
  return makeNative
}

/** Starts loading the scripts and queueing events on a page.
 * @param scripts as for `loadAfterPaint` */
export function startPage(
  load: typeof loadAfterPaint,
  queue: typeof queueEvents,
  scripts: string[],
  timeout: number,
  linkTimeout: number,
): void {
  const hydration: Hydration = { status: 'pending', queued: undefined }
  window.hydration = hydration
  const isLoaded = load(scripts, timeout, () => makeNative())
  const makeNative = queue(hydration, isLoaded, timeout, linkTimeout)
}

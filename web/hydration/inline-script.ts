import type { Hydration } from './hydration'

/* These functions are written into each page as text. So they import nothing, and each stands alone. */

/** Loads scripts, and pictures further down, when the page has been painted, or as soon as somebody touches it.
 * @param scripts addresses, the entry first
 * @param timeout milliseconds after which nothing is waited for any longer
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
  // A page in the background is painted when somebody looks at it, which may be never.
  addEventListener('load', () => (document.hidden ? load() : loadWhenPainted()))
  setTimeout(load, timeout)
  return () => missing === 0
}

/** Queues the last press of a link or button, and the last sending of a form, until the page is hydrated. A link, or a
 * form, that has waited too long does what it does without scripts.
 * @param isLoaded whether all scripts are loaded
 * @param timeout milliseconds that a form waits, and a link once the scripts are loaded
 * @param linkTimeout milliseconds that a link waits for scripts that are not loaded
 * @returns a function that makes the page work without scripts */
export function queueEvents(
  hydration: Hydration,
  isLoaded: () => boolean,
  timeout: number,
  linkTimeout: number,
): () => void {
  /** Until then a form is on its way without scripts, and must not be sent with them as well. */
  let isLeavingUntil = 0

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
      isLeavingUntil = performance.now() + 10 * timeout
      return control.form.submit()
    }
    delete control?.dataset['queued']
    if (!(control instanceof HTMLAnchorElement)) return
    // A link that is pressed from now on replaces this one, as in a page without scripts.
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
    if (type === 'submit' && performance.now() < isLeavingUntil) return queue(null, event)
    if (hydration.status !== 'pending' || !(target instanceof Element)) return
    if (type === 'submit') {
      // The browser has checked the form's fields before.
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

/** Starts both on a page.
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

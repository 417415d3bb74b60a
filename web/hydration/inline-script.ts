import type { Hydration } from './hydration'

/* The classic script in the head of each page that the server renders. It is bundled on its own
   (`scripts/inline-script.ts`) and written into the page, so everything that it imports is in each page. */

/** Milliseconds. */
const [timeout, linkTimeout] = [4_000, 400]

/** Loads the scripts when the page has been painted, or at the first press. Lazy pictures are loaded from then on.
 * @param scripts addresses, the entry first
 * @param onError called when a script can't be loaded
 * @returns whether all scripts are loaded */
function loadAfterPaint(scripts: string[], onError: () => void): () => boolean {
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
  // The browser may never report a paint.
  setTimeout(load, timeout)
  return () => missing === 0
}

/** Queues the last click on a link or button, or submission of a form, until the page is hydrated. A link or form that
 * has waited too long works as it does without scripts.
 * @param isLoaded whether all scripts are loaded
 * @returns a function that makes the page work without scripts */
function queueEvents(hydration: Hydration, isLoaded: () => boolean): () => void {
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

  function workWithoutScripts() {
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
    // Waits longer if only the hydration is missing.
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
  for (const type of ['error', 'unhandledrejection']) addEventListener(type, workWithoutScripts)
  return workWithoutScripts
}

const hydration: Hydration = { status: 'pending', queued: undefined }
window.hydration = hydration
const isLoaded = loadAfterPaint(
  JSON.parse(document.currentScript?.dataset['scripts'] ?? '[]'),
  () => workWithoutScripts(),
)
const workWithoutScripts = queueEvents(hydration, isLoaded)

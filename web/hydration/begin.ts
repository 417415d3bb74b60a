declare global {
  interface Window {
    /** What was pressed last before the browser had taken the page over. */
    pressedEarly?: HTMLElement | undefined
    /** Whether what is pressed from now on needs no holding. */
    isTakenOver?: boolean
  }
}

/** What a page that the server rendered begins with: it fetches the scripts, and what is further down, when all has
 * been painted that needs neither, or as soon as somebody touches the page, and holds what is pressed until they are
 * there. It is written into the page as text, and so must stand alone.
 * @param scripts addresses, the entry first
 * @param patience milliseconds after which nothing is waited for any more that was to come
 * @param linkPatience milliseconds after which a link is followed without scripts that have not arrived */
export function begin(scripts: string[], patience: number, linkPatience: number): void {
  let isBegun = false
  /** Whether no scripts are to be waited for any more. */
  let isGivenUp = false
  /** While a form that was sent without scripts is on its way, it must not go with them as well. */
  let leavesUntil = 0
  let missing = scripts.length

  function fetchScripts() {
    if (isBegun) return
    isBegun = true
    document.documentElement.dataset['begun'] = ''
    for (const address of scripts.slice(1)) {
      const link = document.createElement('link')
      link.rel = 'modulepreload'
      link.fetchPriority = 'low'
      link.href = address
      link.onload = noteArrival
      link.onerror = giveUp
      document.head.append(link)
    }
    const script = document.createElement('script')
    script.type = 'module'
    script.fetchPriority = 'low'
    script.src = scripts[0] ?? ''
    script.onload = noteArrival
    script.onerror = giveUp
    document.head.append(script)
  }

  function noteArrival() {
    missing -= 1
  }

  function hold(event: Event) {
    if (event.type === 'submit' && performance.now() < leavesUntil) return keep(null, event)
    if (window.isTakenOver || isGivenUp || !(event.target instanceof Element)) return
    if (event.type === 'submit') {
      // The form's own rules were looked at first, as ever.
      const { submitter } = event as SubmitEvent
      keep(submitter, event)
      return void setTimeout(() => window.pressedEarly === submitter && letGo(), patience)
    }
    const link = event.target.closest('a')
    if (link) return holdLink(link, event as MouseEvent)
    const button = event.target.closest('button')
    if (button && !button.closest('form')) keep(button, event)
  }

  /** Nobody else hears of what happened until it happens again. */
  function keep(control: HTMLElement | null, event: Event) {
    event.preventDefault()
    event.stopImmediatePropagation()
    delete window.pressedEarly?.dataset['held']
    window.pressedEarly = undefined
    if (!control) return
    control.dataset['held'] = ''
    window.pressedEarly = control
  }

  /** What is held is not pressed again: a link and a form do what they do without scripts. */
  function letGo() {
    const control = window.pressedEarly
    window.pressedEarly = undefined
    if (control instanceof HTMLButtonElement && control.form) {
      leavesUntil = performance.now() + 10 * patience
      return control.form.submit()
    }
    delete control?.dataset['held']
    if (!(control instanceof HTMLAnchorElement)) return
    // The page is being left: a link that is pressed from now on is the browser's, and takes this one's place.
    isGivenUp = true
    location.assign(control.href)
  }

  /** Hands the page back to the browser, which has links, forms and players of its own. */
  function giveUp() {
    if (window.isTakenOver) return
    isGivenUp = true
    document.documentElement.dataset['plain'] = ''
    letGo()
  }

  /** Scripts that are nearly there open a page faster than the browser would; the browser is asked where they are
   * not. */
  function holdLink(link: HTMLAnchorElement, event: MouseEvent) {
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
    const isOurs = link.origin === location.origin && !link.target && !link.hasAttribute('download')
    if (!isPlain || !isOurs || link.pathname === location.pathname) return
    keep(link, event)
    const follow = () => window.pressedEarly === link && letGo()
    setTimeout(() => (missing > 0 ? follow() : setTimeout(follow, patience)), linkPatience)
  }

  // An old browser may fetch the scripts and fail to run them.
  addEventListener('error', giveUp)
  addEventListener('unhandledrejection', giveUp)
  addEventListener('click', hold, true)
  addEventListener('submit', hold, true)
  for (const touch of ['pointerdown', 'keydown'])
    addEventListener(touch, fetchScripts, { once: true })
  // A frame is on its way to the screen for a while after it has been asked for.
  const whenPainted = () =>
    new PerformanceObserver((_, observer) => {
      observer.disconnect()
      requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(fetchScripts)))
    }).observe({ type: 'paint', buffered: true })
  // A page in the background is painted when it is looked at, which may be never.
  addEventListener('load', () => (document.hidden ? fetchScripts() : whenPainted()))
  setTimeout(fetchScripts, patience)
}

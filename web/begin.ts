declare global {
  interface Window {
    /** The button that was pressed before the browser had taken the page over. */
    pressedEarly?: HTMLElement | undefined
    /** Whether what is pressed from now on needs no holding. */
    isTakenOver?: boolean
  }
}

/** What a page that the server rendered begins with: it fetches the scripts, and what is further down, when all has
 * been painted that needs neither, or as soon as somebody touches the page, and holds what is pressed until they are there. It is
 * written into the page as text, and so must stand alone.
 * @param scripts addresses, the entry first
 * @param patience milliseconds after which a picture that does not come is no more waited for */
export function begin(scripts: string[], patience: number): void {
  let isBegun = false

  function fetchScripts() {
    if (isBegun) return
    isBegun = true
    document.documentElement.dataset['begun'] = ''
    for (const address of scripts.slice(1)) {
      const link = document.createElement('link')
      link.rel = 'modulepreload'
      link.fetchPriority = 'low'
      link.href = address
      document.head.append(link)
    }
    const script = document.createElement('script')
    script.type = 'module'
    script.fetchPriority = 'low'
    script.src = scripts[0] ?? ''
    document.head.append(script)
  }

  function hold(event: Event) {
    if (window.isTakenOver || !(event.target instanceof Element)) return
    const button =
      event.type === 'submit' ? (event as SubmitEvent).submitter : event.target.closest('button')
    if (!(button instanceof HTMLElement)) return
    // The form's own rules are looked at first, as ever.
    if (event.type === 'submit') event.preventDefault()
    else if (button.closest('form')) return
    button.dataset['held'] = ''
    window.pressedEarly = button
  }

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

/** Milliseconds: no page transition takes longer. */
const longestTransition = 600

/** Gives a press to what it was meant for. While a page transition fades one page into the next, a browser shows pictures
 * of both, and reports every press as one on the document itself. */
export function givePressesToTheirTargets(): void {
  addEventListener('click', (event: MouseEvent) => {
    if (event.target !== document.documentElement) return
    const { clientX, clientY } = event
    const deadline = performance.now() + longestTransition
    function pressAgain() {
      const element = document.elementFromPoint(clientX, clientY)
      if (element === document.documentElement) {
        if (performance.now() < deadline) requestAnimationFrame(pressAgain)
        return
      }
      const control = element?.closest('a, button')
      if (control instanceof HTMLElement) control.click()
    }
    requestAnimationFrame(pressAgain)
  })
}

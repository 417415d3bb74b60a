/** Milliseconds: no page transition takes longer. */
const longestTransition = 600

/** During a view transition browsers dispatch clicks to the root element. Repeats each such click on the element at its
 * position when the transition ends. */
export function redirectClicksDuringTransitions(): void {
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

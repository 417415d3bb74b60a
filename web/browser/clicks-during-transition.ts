/** Milliseconds; longer than any page transition. */
const maxTransition = 600

/** During a view transition browsers dispatch clicks to the root element. Repeats each such click on the element at its
 * position when the transition ends. */
export function redirectClicksDuringTransitions(): void {
  addEventListener('click', (event: MouseEvent) => {
    if (event.target !== document.documentElement) return
    const { clientX, clientY } = event
    const deadline = performance.now() + maxTransition
    function repeatClick() {
      const element = document.elementFromPoint(clientX, clientY)
      if (element === document.documentElement) {
        if (performance.now() < deadline) requestAnimationFrame(repeatClick)
        return
      }
      const control = element?.closest('a, button')
      if (control instanceof HTMLElement) control.click()
    }
    requestAnimationFrame(repeatClick)
  })
}

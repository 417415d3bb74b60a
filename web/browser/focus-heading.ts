/** Moves the focus to the page's heading when the dialog has closed, because the button that opened it was removed. */
export function focusHeading(): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true }),
  )
}

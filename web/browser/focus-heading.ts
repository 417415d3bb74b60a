/** Moves the focus to the heading of the page once the dialog is closed that asked: the pressed button is gone. */
export function focusHeading(): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true }),
  )
}

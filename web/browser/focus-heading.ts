/** Moves the focus to the heading of the page: the pressed button is gone. */
export const focusHeading = (): void =>
  document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })

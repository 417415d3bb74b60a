/** Milliseconds after which the promise resolves without a paint: a page in the background is not painted. */
const timeout = 100

/** Resolves when the browser has painted earlier changes, so that a press has a visible effect before longer work. */
export const nextPaint = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, timeout)
  })

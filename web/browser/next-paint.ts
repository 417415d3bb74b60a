/** Milliseconds after which nothing is waited for: a page in the background is not painted. */
const timeout = 100

/** Resolves when the browser has painted what changed before, so that it responds to a press before longer work begins. */
export const nextPaint = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, timeout)
  })

/** Runs pieces of work one after the other, in the order in which they are added.
 * @returns the function that adds one; it settles as the work does */
export function createWriteQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return function enqueue<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }
}

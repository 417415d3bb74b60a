/** Runs async functions one after the other, in the order in which they are added.
 * @returns a function that adds one to the queue; its promise settles with the result */
export function createWriteQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return function enqueue<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }
}

interface Options {
  /** How many of one kind are admitted in a minute. */
  mostPerMinute: number
  /** Called, on the first item after a minute, for each kind of which items were suppressed in it. */
  onSuppressed: (kind: string, count: number) => void
  /** Milliseconds since some moment. */
  now?: () => number
}

const aMinute = 60_000

/** Admits the first few of a kind in each minute and counts the others, so that strangers can't fill a log.
 * @returns a function that says whether the next item of a kind is admitted */
export function createSampler({ mostPerMinute, onSuppressed, now = Date.now }: Options) {
  let minute = Number.NaN
  let counts = new Map<string, number>()
  return function admits(kind: string): boolean {
    const current = Math.floor(now() / aMinute)
    if (current !== minute) {
      for (const [suppressed, count] of counts)
        if (count > mostPerMinute) onSuppressed(suppressed, count - mostPerMinute)
      counts = new Map()
      minute = current
    }
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return count <= mostPerMinute
  }
}

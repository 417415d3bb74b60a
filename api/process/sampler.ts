interface Options {
  /** The number of items of one kind that are admitted in a minute. */
  maxPerMinute: number
  /** Called for each kind with suppressed items, when the first item of a later minute arrives. */
  onSuppressed: (kind: string, count: number) => void
  /** Returns the current time in milliseconds; the default is `Date.now`. */
  now?: () => number
}

const minuteInMs = 60_000

/** Admits a limited number of items of each kind per minute and counts the others, so that clients can't flood a log.
 * @returns a function that returns whether the next item of a kind is admitted */
export function createSampler({ maxPerMinute, onSuppressed, now = Date.now }: Options) {
  let minute = Number.NaN
  let counts = new Map<string, number>()
  return function admits(kind: string): boolean {
    const current = Math.floor(now() / minuteInMs)
    if (current !== minute) {
      for (const [suppressed, count] of counts)
        if (count > maxPerMinute) onSuppressed(suppressed, count - maxPerMinute)
      counts = new Map()
      minute = current
    }
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return count <= maxPerMinute
  }
}

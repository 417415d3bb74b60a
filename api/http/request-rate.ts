/** Milliseconds. */
const period = 10 * 60_000
const maxInPeriod = 30
/** The maximum number of counted subjects; the least recently counted one is dropped. */
const maxSubjects = 10_000

/** Limits how often a subject, such as an address, does something: 30 times in ten minutes, counted by this process. */
export function createRequestRate(now = Date.now) {
  const counts = new Map<string, { count: number; endsAt: number }>()

  /** Counts a request.
   * @returns seconds to wait; 0 if it is within the limit */
  return function take(subject: string): number {
    const known = counts.get(subject)
    const entry = known && known.endsAt > now() ? known : { count: 0, endsAt: now() + period }
    entry.count += 1
    counts.delete(subject)
    counts.set(subject, entry)
    const [oldest] = counts.keys()
    if (counts.size > maxSubjects && oldest !== undefined) counts.delete(oldest)
    return entry.count <= maxInPeriod ? 0 : Math.ceil((entry.endsAt - now()) / 1000)
  }
}

/** Time and timers. A test replaces them to control the order of events. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Calls a function once.
   * @param milliseconds the delay
   * @returns a function that cancels the call */
  after(milliseconds: number, work: () => void): () => void
}

/** The clock of this machine. */
export const systemClock: Clock = {
  now: Date.now,
  after(milliseconds, work) {
    const timer = setTimeout(work, milliseconds)
    return () => clearTimeout(timer)
  },
}

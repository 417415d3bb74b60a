/** The sums of layout shifts, of which the largest window is the Cumulative Layout Shift (web.dev/articles/cls). */
export interface Shifts {
  largest: number
  window: { sum: number; startedAt: number; endedAt: number }
}

export const noShifts: Shifts = {
  largest: 0,
  window: { sum: 0, startedAt: Number.NEGATIVE_INFINITY, endedAt: Number.NEGATIVE_INFINITY },
}

/** Milliseconds: a window ends after a gap, and has a maximum length. */
const [gap, maxLength] = [1_000, 5_000]

/** @param at milliseconds since the page was requested */
export function withShift({ largest, window }: Shifts, value: number, at: number): Shifts {
  const isSame = at - window.endedAt < gap && at - window.startedAt < maxLength
  const next = isSame
    ? { ...window, sum: window.sum + value, endedAt: at }
    : { sum: value, startedAt: at, endedAt: at }
  return { largest: Math.max(largest, next.sum), window: next }
}

import { describe, expect, it } from 'vitest'
import { type Interactions, interactionToNextPaint, withInteraction } from './interactions'
import { noShifts, type Shifts, withShift } from './layout-shifts'

describe('Interaction to Next Paint', () => {
  const none: Interactions = { longest: new Map(), count: 0 }
  const of = (durations: number[]) =>
    durations.reduce(
      (all, duration, id) => withInteraction(all, { id, duration, isNew: true }),
      none,
    )

  it.each([
    ['no interaction', [], undefined],
    ['one', [80], 80],
    ['the slowest of a few', [40, 120, 60], 120],
    ['the second slowest of 50', [500, 300, ...Array<number>(48).fill(40)], 300],
    ['the third slowest of 100', [500, 300, 200, ...Array<number>(97).fill(40)], 200],
  ])('of %s', (_, durations, expected) =>
    expect(interactionToNextPaint(of(durations))).toBe(expected),
  )

  it('counts the events of one interaction once, with the longest', () => {
    const down = withInteraction(none, { id: 7, duration: 60, isNew: true })
    const up = withInteraction(down, { id: 7, duration: 48, isNew: false })
    expect(up.count).toBe(1)
    expect(interactionToNextPaint(up)).toBe(60)
  })
})

describe('Cumulative Layout Shift', () => {
  const of = (shifts: [value: number, at: number][]) =>
    shifts.reduce<Shifts>((all, [value, at]) => withShift(all, value, at), noShifts).largest

  it.each<[string, [number, number][], number]>([
    ['none', [], 0],
    [
      'shifts within a second are one window',
      [
        [0.1, 0],
        [0.2, 900],
      ],
      0.3,
    ],
    [
      'a gap of a second begins another one',
      [
        [0.1, 0],
        [0.2, 1_000],
      ],
      0.2,
    ],
    [
      'a window has at most five seconds',
      [
        [1, 0],
        [1, 900],
        [1, 1_800],
        [1, 2_700],
        [1, 3_600],
        [1, 4_500],
        [1, 5_400],
      ],
      6,
    ],
  ])('%s', (_, shifts, expected) => expect(of(shifts)).toBeCloseTo(expected))
})

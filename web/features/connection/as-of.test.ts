import { describe, expect, it } from 'vitest'
import { asOf } from './as-of'

describe('since when something was kept', () => {
  it.each([
    ['the same day', '2026-11-20T18:40', '2026-11-20T18:55', 'Friday 18:40'],
    ['days ago', '2026-11-20T18:40', '2026-11-26T07:00', 'Friday 18:40'],
    ['a week ago', '2026-11-13T18:40', '2026-11-20T18:55', 'November 13, 2026, 18:40'],
    ['just after midnight', '2026-11-21T00:05', '2026-11-21T01:00', 'Saturday 00:05'],
  ])('%s', (_, since, now, expected) => {
    expect(asOf(new Date(since), new Date(now))).toBe(expected)
  })
})

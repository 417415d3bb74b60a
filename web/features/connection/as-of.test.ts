import { describe, expect, it } from 'vitest'
import { asOf } from './as-of'

const at = (text: string) => new Date(text)

describe('since when something was kept', () => {
  it.each([
    ['the same day', '2026-11-20T23:40:00Z', '2026-11-20T23:55:00Z', 'Friday 18:40'],
    ['days ago', '2026-11-20T23:40:00Z', '2026-11-26T12:00:00Z', 'Friday 18:40'],
    ['a week ago', '2026-11-13T23:40:00Z', '2026-11-20T23:55:00Z', 'November 13, 2026, 18:40'],
    ['just after midnight', '2026-11-21T05:05:00Z', '2026-11-21T06:00:00Z', 'Saturday 00:05'],
  ])('%s', (_, since, now, expected) => {
    expect(asOf(at(since), at(now), 'America/Toronto')).toBe(expected)
  })
})

import { expect, it } from 'vitest'
import { ago, moment } from './moment'

it('a moment has its time as shows have it', () => {
  expect(moment('2026-11-21T18:40:00')).toBe('Nov 21, 2026, 6:40 p.m.')
  expect(moment('2026-11-21T00:05:00')).toBe('Nov 21, 2026, 12:05 a.m.')
})

it.each([
  ['2026-11-21T09:00:00Z', 'just now'],
  ['2026-11-21T10:00:59Z', 'just now'],
  ['2026-11-21T10:05:59Z', '5 min ago'],
  ['2026-11-21T12:59:00Z', '2 h ago'],
  ['2026-11-24T09:59:00Z', '2 d ago'],
])('at %s, ten o’clock was %s', (now, text) => {
  expect(ago('2026-11-21T10:00:00.000Z', Date.parse(now))).toBe(text)
})

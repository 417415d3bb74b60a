import { expect, it } from 'vitest'
import { ago } from './moment'

it.each([
  ['2026-11-21T09:00:00Z', 'just now'],
  ['2026-11-21T10:00:59Z', 'just now'],
  ['2026-11-21T10:05:59Z', '5 min ago'],
  ['2026-11-21T12:59:00Z', '2 h ago'],
  ['2026-11-24T09:59:00Z', '2 d ago'],
])('at %s, ten o’clock was %s', (now, text) => {
  expect(ago('2026-11-21T10:00:00.000Z', Date.parse(now))).toBe(text)
})

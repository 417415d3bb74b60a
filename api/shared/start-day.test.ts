import { expect, it } from 'vitest'
import { startDayOf } from './start-day'

it.each([
  ['23:00', '00:30', '2027-01-01'],
  ['17:00', '03:59', '2027-01-01'],
  ['23:00', '04:00', '2026-12-31'],
  ['20:00', '21:00', '2026-12-31'],
  ['00:10', '00:30', '2026-12-31'],
  [undefined, '00:30', '2026-12-31'],
  ['23:00', undefined, '2026-12-31'],
])(
  'with doors at %s and a start at %s, a show of New Year’s Eve starts on %s',
  (doorsAt, startsAt, day) => {
    const times = { ...(doorsAt && { doorsAt }), ...(startsAt && { startsAt }) }
    expect(startDayOf({ date: '2026-12-31', ...times })).toBe(day)
  },
)

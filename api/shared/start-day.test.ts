import { expect, it } from 'vitest'
import { startDayOf, startOrderOf } from './start-day'

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

it('sorts the shows of a date by their start, the one after midnight last', () => {
  const date = '2026-12-31'
  const inOrder = [
    { date: '2026-12-30', startsAt: '23:59' },
    { date },
    { date, startsAt: '00:30' },
    { date, doorsAt: '19:00', startsAt: '20:00' },
    { date, doorsAt: '23:30', startsAt: '00:30' },
    { date: '2027-01-01' },
  ]
  expect([...inOrder].reverse().map(startOrderOf).sort()).toEqual(inOrder.map(startOrderOf))
})

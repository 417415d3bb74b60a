import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bandDay } from './band-day'

it.each([
  ['2026-11-21T23:59:00-05:00', '2026-11-21'],
  ['2026-11-22T00:30:00-05:00', '2026-11-21'],
  ['2026-11-22T03:59:59-05:00', '2026-11-21'],
  ['2026-11-22T04:00:00-05:00', '2026-11-22'],
  // The night in which clocks go forward has no hour from two to three.
  ['2027-03-14T03:30:00-04:00', '2027-03-13'],
  ['2027-03-14T04:00:00-04:00', '2027-03-14'],
  // The night in which clocks go back has the hour from one to two twice.
  ['2026-11-01T03:59:00-05:00', '2026-10-31'],
  ['2026-11-01T04:00:00-05:00', '2026-11-01'],
  ['2027-01-01T02:00:00-05:00', '2026-12-31'],
])('in Toronto the day at %s is %s', (instant, day) => {
  expect(bandDay('America/Toronto', new Date(instant))).toBe(day)
})

it('never goes back, and changes at most once in 20 hours', () => {
  const zones = ['America/Toronto', 'Asia/Kolkata', 'Pacific/Auckland', 'Pacific/Kiritimati', 'UTC']
  const year = { min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true }
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.date(year),
      fc.integer({ min: 0, max: 20 * 3_600_000 }),
      (zone, instant, later) => {
        const before = bandDay(zone, instant)
        const after = bandDay(zone, new Date(instant.getTime() + later))
        const days = (Date.parse(after) - Date.parse(before)) / 86_400_000
        expect([0, 1]).toContain(days)
      },
    ),
  )
})

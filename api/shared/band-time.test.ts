import fc from 'fast-check'
import { expect, it } from 'vitest'
import { instantOf, zonedTime } from './band-time'

it.each([
  ['America/Toronto', '2027-07-04', '20:00', '2027-07-04T20:00:00-04:00'],
  ['America/Toronto', '2027-01-04', '20:00', '2027-01-04T20:00:00-05:00'],
  ['Asia/Kolkata', '2027-01-04', '00:30', '2027-01-04T00:30:00+05:30'],
  ['Europe/London', '2027-01-04', '20:00', '2027-01-04T20:00:00+00:00'],
])('in %s, %s %s is %s', (timeZone, date, time, expected) => {
  expect(zonedTime(timeZone, date, time)).toBe(expected)
  expect(instantOf(timeZone, date, time).getTime()).toBe(Date.parse(expected))
})

it('moves a time that is skipped in spring, and takes the first of two in autumn', () => {
  const at = (date: string, time: string) =>
    instantOf('America/Toronto', date, time).toISOString().slice(0, 16)
  expect(at('2027-03-14', '02:30')).toBe('2027-03-14T07:30')
  expect(at('2027-11-07', '01:30')).toBe('2027-11-07T05:30')
  expect(zonedTime('America/Toronto', '2027-03-14', '02:30')).toBe('2027-03-14T03:30:00-04:00')
})

it('has the same local time in its time zone, for every time that exists', () => {
  const zones = fc.constantFrom('America/Toronto', 'Pacific/Auckland', 'Asia/Kathmandu', 'UTC')
  const instants = fc.date({
    min: new Date('2026-01-01'),
    max: new Date('2036-01-01'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(zones, instants, (timeZone, instant) => {
      const wall = new Intl.DateTimeFormat('sv-SE', {
        timeZone,
        dateStyle: 'short',
        timeStyle: 'short',
      })
      const [date = '', time = ''] = wall.format(instant).split(' ')
      expect(wall.format(instantOf(timeZone, date, time))).toBe(`${date} ${time}`)
    }),
  )
})

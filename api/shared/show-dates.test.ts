import { afterEach, expect, it } from 'vitest'
import { clockTime, daysBetween, longDate, shortDate, timesOf, weekdayOf } from './show-dates'

const zone = process.env['TZ'] ?? ''
afterEach(() => {
  process.env['TZ'] = zone
})

it.each([
  ['Pacific/Kiritimati', 14],
  ['Pacific/Pago_Pago', 13],
  ['America/Toronto', 20],
])('reads a calendar day in long US style in %s', (timeZone, hour) => {
  process.env['TZ'] = timeZone
  expect(new Date('2027-07-04T00:00Z').getHours()).toBe(hour)
  expect(longDate('2027-07-04')).toBe('July 4, 2027')
  expect(shortDate('2027-01-01')).toBe('January 1')
  expect(weekdayOf('2027-07-04')).toBe('Sunday')
  expect(daysBetween('2027-03-10', '2027-03-20')).toBe(10)
})

it.each([
  ['00:00', '12 a.m.'],
  ['09:05', '9:05 a.m.'],
  ['12:00', '12 p.m.'],
  ['20:00', '8 p.m.'],
  ['23:59', '11:59 p.m.'],
])('reads the time %s as %s', (time, text) => {
  expect(clockTime(time)).toBe(text)
})

it('reads the times of a show as far as they are known', () => {
  expect(timesOf({ doorsAt: '19:00', startsAt: '20:30' })).toBe('Doors 7 p.m., show 8:30 p.m.')
  expect(timesOf({ startsAt: '20:30' })).toBe('8:30 p.m.')
  expect(timesOf({ doorsAt: '19:00' })).toBe('Doors 7 p.m.')
  expect(timesOf({})).toBe('')
})

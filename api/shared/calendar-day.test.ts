import { expect, it } from 'vitest'
import { addDays, daysInBoth } from './calendar-day'

it.each([
  ['2028-02-28', 1, '2028-02-29'],
  ['2027-01-01', -1, '2026-12-31'],
  ['9999-12-31', 1, '9999-12-31'],
  ['9999-12-01', 400, '9999-12-31'],
])('%s and %i days are %s', (day, days, sum) => {
  expect(addDays(day, days)).toBe(sum)
})

it.each([
  [
    ['2027-02-27', '2027-03-02'],
    ['2027-02-28', '2027-03-01'],
    ['2027-02-28', '2027-03-01'],
  ],
  [['2027-02-01', '2027-02-02'], ['2027-02-03', '2027-02-04'], []],
  [
    ['2027-02-01', '9999-12-31'],
    ['9999-12-30', '9999-12-31'],
    ['9999-12-30', '9999-12-31'],
  ],
])('the days in both %j and %j are %j', ([from = '', to = ''], other, days) => {
  const [otherFrom = '', otherTo = ''] = other
  expect([...daysInBoth({ from, to }, { from: otherFrom, to: otherTo })]).toEqual(days)
})

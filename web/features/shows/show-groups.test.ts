import fc from 'fast-check'
import { expect, it } from 'vitest'
import { takesPlace } from '../../../api/shared/commitments'
import { byMonth } from './show-groups'

const show = (date: string) => ({
  _id: date,
  slug: date,
  date,
  venue: 'v',
  city: 'c',
  updatedAt: '2026-01-01T00:00:00.000Z',
})

it('divides more than eight shows, whatever their dates, and loses none', () => {
  const day = fc
    .date({ min: new Date('2025-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10))
  fc.assert(
    fc.property(fc.array(day, { maxLength: 30 }), (days) => {
      const shows = days.toSorted().map(show)
      const months = byMonth(shows)
      if (shows.length <= 8) {
        expect(months).toBeUndefined()
        return
      }
      expect(months?.flatMap(([, ofMonth]) => ofMonth)).toEqual(shows)
      const names = months?.map(([month]) => month)
      expect(new Set(names).size).toBe(names?.length)
    }),
  )
})

it('names months with their years', () => {
  const shows = [...Array(8).fill('2027-07-04'), '2028-07-01'].map(show)
  expect(byMonth(shows)?.map(([month]) => month)).toEqual(['July 2027', 'July 2028'])
})

it('a show that is cancelled or has no new date does not take place', () => {
  expect(takesPlace({})).toBe(true)
  expect(takesPlace({ status: 'soldout' })).toBe(true)
  expect(takesPlace({ status: 'cancelled' })).toBe(false)
  expect(takesPlace({ status: 'postponed' })).toBe(false)
  expect(takesPlace({ status: 'postponed', formerDate: '2027-07-04' })).toBe(true)
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { comingAtFirst, firstShows, onLaterDay } from './first-shows'

const show = (date: string) => ({
  _id: date,
  slug: date,
  date,
  venue: 'v',
  city: 'c',
  updatedAt: '2026-01-01T00:00:00.000Z',
})
const days = (year: number, count: number) =>
  Array.from({ length: count }, (_, index) =>
    show(new Date(Date.UTC(year, 0, 1 + index)).toISOString().slice(0, 10)),
  )

it('shows a short list whole', () => {
  const shows = [...days(2025, 3), ...days(2027, 2)]
  const first = firstShows(shows, '2026-06-01')
  expect(first.coming).toHaveLength(2)
  expect(first.comingInAll).toBe(2)
  expect(first.past.map(({ date }) => date)).toEqual(['2025-01-03', '2025-01-02', '2025-01-01'])
  expect(first.pastYears).toEqual([])
})

it('begins a long list with the next and the latest, and counts the rest by years', () => {
  const shows = [...days(2023, 7), ...days(2025, 30), ...days(2027, 40)]
  const first = firstShows(shows, '2026-06-01')
  expect(first.coming.map(({ date }) => date).at(-1)).toBe('2027-01-20')
  expect(first.comingInAll).toBe(40)
  expect(first.past).toHaveLength(10)
  expect(first.past[0]?.date).toBe('2025-01-30')
  expect(first.pastYears).toEqual([
    { year: '2025', count: 30 },
    { year: '2023', count: 7 },
  ])
})

it('is on any later day what it would have been made as then, as far as it was sent', () => {
  const year = { min: new Date('2025-01-01'), max: new Date('2028-12-31'), noInvalidDate: true }
  const day = fc.date(year).map((date) => date.toISOString().slice(0, 10))
  fc.assert(
    fc.property(fc.array(day, { maxLength: 60 }), day, day, (dates, one, other) => {
      const shows = dates.toSorted().map((date, index) => ({ ...show(date), _id: `${index}` }))
      const [made, later] = one < other ? [one, other] : [other, one]
      const moved = onLaterDay(firstShows(shows, made), later)
      const anew = firstShows(shows, later)
      const inAll = shows.filter(({ date }) => date >= later).length
      expect(moved.comingInAll).toBeGreaterThanOrEqual(inAll)
      expect(moved.coming).toEqual(anew.coming.slice(0, moved.coming.length))
      expect(moved.coming.every(({ date }) => date >= later)).toBe(true)
      expect(moved.past.every(({ date }) => date < later)).toBe(true)
      expect(moved.past.map(({ date }) => date)).toEqual(
        moved.past
          .map(({ date }) => date)
          .toSorted()
          .reverse(),
      )
      // If all shows were sent, none is missing.
      if (shows.length <= comingAtFirst && moved.pastYears.length === 0)
        expect(moved.past.length + moved.coming.length).toBe(shows.length)
    }),
  )
})

import { expect, it } from 'vitest'
import { firstShows } from './first-shows'

const show = (date: string) => ({ _id: date, date, venue: 'v', city: 'c' })
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

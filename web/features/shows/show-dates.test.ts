import { expect, it } from 'vitest'
import { nearness, splitByDay } from './show-dates'

it('counts tonight’s show among those to come, and the last one first among the past', () => {
  const show = (date: string) => ({ date })
  const shows = ['2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01'].map(show)
  const { coming, past } = splitByDay(shows, '2026-03-01')
  expect(coming.map(({ date }) => date)).toEqual(['2026-03-01', '2026-04-01'])
  expect(past.map(({ date }) => date)).toEqual(['2026-02-01', '2026-01-01'])
})

it.each([
  ['2027-07-04', 'tonight'],
  ['2027-07-05', 'tomorrow'],
  ['2027-07-10', 'in 6 days'],
  ['2027-07-18', 'in 14 days'],
  ['2027-07-19', undefined],
  ['2027-07-03', undefined],
])('says on July 4 that %s is %s', (day, expected) => {
  expect(nearness(day, '2027-07-04')).toBe(expected)
})

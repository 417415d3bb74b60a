import { expect, it } from 'vitest'
import { clashesIn, lastDayOf, monthAfter, nightsOf } from './nights'

const show = (date: string, more: object = {}) => ({
  _id: date,
  slug: date,
  date,
  venue: 'Hall',
  city: 'London',
  updatedAt: '',
  ...more,
})

it('a month has its shows, nights off and holds, by day, and says where they clash', () => {
  const nights = nightsOf('2027-02', {
    shows: [
      show('2027-02-28', { visibility: 'private' }),
      show('2027-02-05'),
      show('2027-02-06', { status: 'cancelled' }),
      show('2027-03-01'),
    ],
    away: [{ _id: 'a', from: '2027-01-30', to: '2027-02-01', note: 'Surgery' }],
    enquiries: [
      { status: 'held', date: '2027-02-05', name: 'Pat' },
      { status: 'new', date: '2027-02-06', name: 'Jo' },
    ] as never,
  })
  expect(nights).toEqual([
    { date: '2027-02-01', kind: 'away', text: 'Surgery' },
    { date: '2027-02-05', kind: 'show', text: 'Hall' },
    { date: '2027-02-05', kind: 'held', text: 'Held for Pat' },
    { date: '2027-02-28', kind: 'private', text: 'Hall' },
  ])
  expect([...clashesIn(nights)]).toEqual(['2027-02-05'])
})

it('months have their last days, also across years', () => {
  expect(['2027-02', '2028-02', '2027-12'].map(lastDayOf)).toEqual([
    '2027-02-28',
    '2028-02-29',
    '2027-12-31',
  ])
  expect([monthAfter('2027-12', 1), monthAfter('2027-01', -1)]).toEqual(['2028-01', '2026-12'])
})

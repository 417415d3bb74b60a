import { expect, it } from 'vitest'
import { showHints } from './show-hints'

const today = '2031-07-01'
const known = [
  { _id: 'one', date: '2031-07-04', venue: 'Aeolian Hall', city: 'London' },
  { _id: 'off', date: '2031-07-05', venue: 'Rum Runners', city: 'London', status: 'cancelled' },
  { _id: 'later', date: '2031-07-06', venue: 'Rum Runners', city: 'London', status: 'postponed' },
] as const
const away = [
  { from: '2031-07-10', to: '2031-07-12', note: 'Drummer away' },
  { from: '2031-07-20', to: '2031-07-20' },
]
const plans = { shows: known, away }
const typed = { date: '', startsAt: '', doorsAt: '', fee: '', deposit: '' }
const passed = 'This day has passed. Is it the right year?'
const twice = 'You already play at Aeolian Hall, London, on this day. Is that right?'
const late = 'The doors open after the show starts. Is that right?'
const high = 'That is more than the fee. Is that right?'

it.each([
  ['an empty form', {}, {}],
  ['a free day', { date: '2031-07-03' }, {}],
  ['today', { date: today }, {}],
  ['a day that has passed', { date: '2031-06-30' }, { date: passed }],
  ['a second show on one night', { date: '2031-07-04' }, { date: twice }],
  ['the night of a cancelled show', { date: '2031-07-05' }, {}],
  ['the night of a postponed show', { date: '2031-07-06' }, {}],
  ['the show itself', { date: '2031-07-04', editId: 'one' }, {}],
  [
    'a night off',
    { date: '2031-07-12' },
    { date: 'That night is off: Drummer away. Is that right?' },
  ],
  [
    'a night off without a reason',
    { date: '2031-07-20' },
    { date: 'That night is off. Is that right?' },
  ],
  ['the day after nights off', { date: '2031-07-13' }, {}],
  ['doors after the start', { startsAt: '20:00', doorsAt: '21:00' }, { doorsAt: late }],
  ['doors before midnight and the start after it', { startsAt: '00:30', doorsAt: '23:00' }, {}],
  ['doors before the start', { startsAt: '21:00', doorsAt: '20:00' }, {}],
  ['doors without a start', { doorsAt: '21:00' }, {}],
  ['a deposit as high as the fee', { fee: '1200', deposit: '1200' }, {}],
  ['a deposit without a fee', { deposit: '200' }, {}],
  ['a deposit above the fee', { fee: '1200', deposit: '1200.5' }, { deposit: high }],
])('the questions for %s', (_, fields, expected) => {
  expect(showHints({ ...typed, ...fields }, plans, today)).toEqual(expected)
})

it('does not ask about a day that the show already had', () => {
  const original = { ...known[0], date: '2030-01-01', slug: 'x', updatedAt: '' }
  const draft = { ...typed, date: '2030-01-01', editId: 'one', original }
  expect(showHints(draft, plans, today)).toEqual({})
})

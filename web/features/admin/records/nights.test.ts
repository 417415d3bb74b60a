import { expect, it } from 'vitest'
import { clashesIn, clashesOf, daysOf, monthAfter, nightsOf } from './nights'

const show = (date: string, more: object = {}) => ({
  _id: date,
  slug: date,
  date,
  venue: 'Hall',
  city: 'London',
  updatedAt: '',
  ...more,
})
const today = '2027-01-15'
const commitments = {
  shows: [
    show('2027-02-28', { visibility: 'private' }),
    show('2027-02-05'),
    show('2027-02-06', { status: 'cancelled' }),
    show('2027-03-01'),
  ],
  away: [{ _id: 'away', from: '2027-01-30', to: '2027-02-01', note: 'Surgery' }],
  enquiries: [
    { _id: '1', status: 'held', date: '2027-02-05', name: 'Pat' },
    { _id: '2', status: 'new', date: '2027-02-06', name: 'Jo' },
    { _id: '3', status: 'held', holdUntil: '2027-01-14', date: '2027-02-07', name: 'Late' },
    { _id: '4', status: 'booked', date: '2027-02-08', name: 'Kim' },
    { _id: '5', status: 'booked', showId: '2027-02-05', date: '2027-02-05', name: 'Sam' },
    { _id: '6', status: 'booked', showId: 'deleted', date: '2027-02-09', name: 'Lee' },
    // It was marked as spam without signal.
    { _id: '7', status: 'held', date: '2027-02-10', name: 'Spammer', isSpam: true },
  ] as never[],
}

it('a month has its shows, nights off and holds, by day, and says where they clash', () => {
  const nights = nightsOf(daysOf('2027-02'), commitments, today)
  expect(nights.map(({ date, text }) => `${date} ${text}`)).toEqual([
    '2027-02-01 Surgery',
    '2027-02-05 Hall',
    '2027-02-05 Held for Pat',
    '2027-02-08 Booked by Kim',
    '2027-02-09 Booked by Lee',
    '2027-02-28 Hall',
  ])
  expect([...clashesIn(nights)]).toEqual(['2027-02-05'])
})

it('nights off that overlap each other do not clash', () => {
  const away = [
    { _id: 'one', from: '2027-02-10', to: '2027-02-20' },
    { _id: 'other', from: '2027-02-12', to: '2027-02-12' },
  ]
  const nights = (shows: typeof commitments.shows) =>
    nightsOf(daysOf('2027-02'), { shows, away, enquiries: [] }, today)
  expect([...clashesIn(nights([]))]).toEqual([])
  expect([...clashesIn(nights([show('2027-02-12')]))]).toEqual(['2027-02-12'])
})

it('the clashes of an enquiry leave out itself and its own show', () => {
  const others = [
    { _id: '9', status: 'new', date: '2027-02-12', name: 'Itself' },
    { _id: '10', status: 'answered', date: '2027-02-12', name: 'Ann' },
    { _id: '11', status: 'declined', date: '2027-02-12', name: 'Declined' },
    { _id: '12', status: 'new', date: '2027-02-12', name: 'Spammer', isSpam: true },
    { _id: '13', status: 'new', name: 'Undated' },
  ]
  const clashes = (enquiry: object) =>
    clashesOf(enquiry as never, commitments, today, others as never)
  expect(clashes({ _id: '9', date: '2027-02-05' })).toEqual([
    'You play Hall that night.',
    'Held for Pat that night.',
  ])
  expect(clashes({ _id: '1', date: '2027-02-05', showId: '2027-02-05' })).toEqual([])
  expect(clashes({ _id: '9', date: '2027-01-31' })).toEqual(['That night is off: Surgery.'])
  expect(clashes({ _id: '9' })).toEqual([])
  expect(clashes({ _id: '9', date: '2027-02-12' })).toEqual(['Ann asks for that night, too.'])
})

it('months have their last days, also across years', () => {
  expect(['2027-02', '2028-02', '2027-12'].map((month) => daysOf(month).to)).toEqual([
    '2027-02-28',
    '2028-02-29',
    '2027-12-31',
  ])
  expect([monthAfter('2027-12', 1), monthAfter('2027-01', -1)]).toEqual(['2028-01', '2026-12'])
})

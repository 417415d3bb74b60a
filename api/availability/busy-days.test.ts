import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bandDay } from '../shared/band-day'
import { addDays } from '../shared/calendar-day'
import { busyDays, type Commitments } from './busy-days'

const range = { from: '2027-06-01', to: '2027-06-30', today: '2027-05-10' }
const none: Commitments = { shows: [], away: [], enquiries: [] }
const states = (commitments: Partial<Commitments>, today = range.today) =>
  busyDays({ ...none, ...commitments }, { ...range, today }).map(
    ({ date, state }) => `${date.slice(8)} ${state}`,
  )

it.each<[string, Partial<Commitments>, string[]]>([
  ['a show', { shows: [{ date: '2027-06-05' }] }, ['05 taken']],
  ['a sold out show', { shows: [{ date: '2027-06-05', status: 'soldout' }] }, ['05 taken']],
  ['a cancelled show', { shows: [{ date: '2027-06-05', status: 'cancelled' }] }, []],
  ['a postponed show', { shows: [{ date: '2027-06-05', status: 'postponed' }] }, []],
  [
    'a postponed show with a new day',
    { shows: [{ date: '2027-06-12', status: 'postponed', formerDate: '2027-06-05' }] },
    ['12 taken'],
  ],
  [
    'nights off across the end of the range',
    { away: [{ from: '2027-06-29', to: '2027-07-04' }] },
    ['29 taken', '30 taken'],
  ],
  [
    'a hold until today or later',
    {
      enquiries: [
        { status: 'held', date: '2027-06-05', holdUntil: '2027-05-10' },
        { status: 'held', date: '2027-06-06', holdUntil: '2027-05-09' },
        { status: 'held', date: '2027-06-07' },
      ],
    },
    ['05 asked', '07 asked'],
  ],
  [
    'enquiries that hold nothing',
    {
      enquiries: ['new', 'answered', 'declined', 'archived'].map((status) => ({
        status,
        date: '2027-06-05',
      })),
    },
    [],
  ],
  ['a booked enquiry', { enquiries: [{ status: 'booked', date: '2027-06-05' }] }, ['05 taken']],
  [
    'a show on a held day',
    {
      shows: [{ date: '2027-06-05' }],
      enquiries: [{ status: 'held', date: '2027-06-05' }],
    },
    ['05 taken'],
  ],
  ['days outside of the range', { shows: [{ date: '2027-05-31' }, { date: '2027-07-01' }] }, []],
])('%s', (_, commitments, expected) => expect(states(commitments)).toEqual(expected))

const day = fc.integer({ min: -5, max: 40 }).map((days) => addDays(range.from, days))
const commitments = fc.record({
  shows: fc.array(
    fc.record(
      {
        date: day,
        status: fc.constantFrom('soldout', 'postponed', 'cancelled'),
        formerDate: day,
      },
      { requiredKeys: ['date'] },
    ),
    { maxLength: 8 },
  ),
  away: fc.array(
    fc.tuple(day, fc.nat(10)).map(([from, days]) => ({ from, to: addDays(from, days) })),
    { maxLength: 3 },
  ),
  enquiries: fc.array(
    fc.record(
      {
        status: fc.constantFrom('new', 'answered', 'held', 'booked', 'declined', 'archived'),
        date: day,
        holdUntil: day,
      },
      { requiredKeys: ['status'] },
    ),
    { maxLength: 8 },
  ),
})

it('every busy day is listed once, with its date and state only', () => {
  fc.assert(
    fc.property(commitments, day, (all, today) => {
      const found = busyDays(all, { ...range, today })
      const byDay = new Map(found.map(({ date, state }) => [date, state]))
      expect(found.map((one) => Object.keys(one))).toEqual(found.map(() => ['date', 'state']))
      expect([...byDay.keys()]).toEqual([...byDay.keys()].sort())
      expect(byDay.size).toBe(found.length)
      for (let index = 0; index < 30; index++) {
        const date = addDays(range.from, index)
        const isPlayed = all.shows.some(
          (show) =>
            show.date === date &&
            show.status !== 'cancelled' &&
            !(show.status === 'postponed' && (!show.formerDate || show.formerDate === show.date)),
        )
        const isAway = all.away.some(({ from, to }) => from <= date && date <= to)
        const isBooked = all.enquiries.some((one) => one.status === 'booked' && one.date === date)
        const isHeld = all.enquiries.some(
          (one) =>
            one.status === 'held' &&
            one.date === date &&
            (one.holdUntil === undefined || one.holdUntil >= today),
        )
        const expected = isPlayed || isAway || isBooked ? 'taken' : isHeld ? 'asked' : undefined
        expect(byDay.get(date)).toBe(expected)
      }
    }),
    { numRuns: 10_000 },
  )
})

const zones = ['America/Toronto', 'Europe/Berlin', 'Pacific/Apia', 'Australia/Lord_Howe', 'UTC']

/** The calendar day of an instant by Intl alone, where a night belongs to the day on which it begins. */
function dayIn(timeZone: string, instant: Date): string {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
  })
  const parts = Object.fromEntries(
    format.formatToParts(instant).map(({ type, value }) => [type, value]),
  )
  const date = `${parts['year']}-${parts['month']}-${parts['day']}`
  return Number(parts['hour']) < 4 ? addDays(date, -1) : date
}

it('a hold ends with its day in the band’s time zone, also when clocks change', () => {
  // Half of the instants lie within two days of a change of Toronto's or Berlin's clocks.
  const anyTime = fc.date({
    min: new Date('2026-01-01'),
    max: new Date('2032-01-01'),
    noInvalidDate: true,
  })
  const changes = ['2027-03-14', '2027-03-28', '2027-10-31', '2027-11-07'].map(
    (date) => new Date(date),
  )
  const nearChange = fc
    .tuple(fc.constantFrom(...changes), fc.integer({ min: -2_880, max: 2_880 }))
    .map(([change, minutes]) => new Date(change.getTime() + minutes * 60_000))
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.oneof(anyTime, nearChange), (zone, now) => {
      const today = bandDay(zone, now)
      const date = addDays(today, 30)
      const stateWith = (holdUntil: string) => {
        const enquiries = [{ status: 'held', date, holdUntil }]
        return busyDays({ shows: [], away: [], enquiries }, { from: date, to: date, today })
      }
      const lastDay = dayIn(zone, now)
      expect(stateWith(lastDay)).toEqual([{ date, state: 'asked' }])
      expect(stateWith(addDays(lastDay, -1))).toEqual([])
    }),
    { numRuns: 2_000 },
  )
})

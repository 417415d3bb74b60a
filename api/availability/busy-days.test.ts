import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bandDay } from '../shared/band-day'
import { instantOf } from '../shared/band-time'
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
    { numRuns: 2_000 },
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

const kinds = [
  ...['show', 'cancel', 'postpone', 'move', 'plan', 'remove', 'away', 'back'],
  ...['ask', 'hold', 'book', 'decline', 'wait'],
] as const
const event = fc.record({
  kind: fc.constantFrom(...kinds),
  which: fc.nat(3),
  day: fc.integer({ min: 0, max: 29 }).map((days) => addDays(range.from, days)),
  days: fc.nat(6),
})

type BandEvent = typeof event extends fc.Arbitrary<infer One> ? One : never

/** A show, and the night on which the band plays it, if any. */
interface PlayedShow {
  record: { date: string; status?: string; formerDate?: string }
  first: string
  night: string | undefined
}

/** An enquiry with what the band has promised. */
interface Promised {
  record: { status: string; date: string; holdUntil?: string }
  isBooked: boolean
  /** When its hold ends, in milliseconds since 1970. */
  holdEndsAt: number
}

/** A model of a band: its records, and the state of each night, computed without `busyDays`. */
function createBand(timeZone: string) {
  // Starts shortly before most of the zones change their clocks.
  let now = instantOf(timeZone, '2027-03-12', '12:00').getTime()
  const shows: PlayedShow[] = []
  const away: { from: string; to: string }[] = []
  const enquiries: Promised[] = []
  const today = () => bandDay(timeZone, new Date(now))
  const pick = <One>(list: readonly One[], which: number) => list.slice(which % 4, (which % 4) + 1)

  function changeShow(which: number, change: (show: PlayedShow) => Partial<PlayedShow>) {
    for (const show of pick(shows, which)) Object.assign(show, change(show))
  }
  function decide(which: number, status: string, more: Partial<Promised> = {}, holdUntil?: string) {
    for (const one of pick(enquiries, which)) {
      const record = { status, date: one.record.date, ...(holdUntil && { holdUntil }) }
      Object.assign(one, { record, isBooked: false, holdEndsAt: 0, ...more })
    }
  }
  const steps: Record<(typeof kinds)[number], (change: BandEvent) => unknown> = {
    show: ({ day }) => shows.push({ record: { date: day }, first: day, night: day }),
    cancel: ({ which }) =>
      changeShow(which, ({ record: { date } }) => ({
        record: { date, status: 'cancelled' },
        night: undefined,
      })),
    postpone: ({ which }) =>
      changeShow(which, ({ record: { date } }) => ({
        record: { date, status: 'postponed' },
        first: date,
        night: undefined,
      })),
    move: ({ which, day }) =>
      changeShow(which, ({ first }) => ({
        record: { date: day, status: 'postponed', formerDate: first },
        night: day === first ? undefined : day,
      })),
    plan: ({ which }) =>
      changeShow(which, ({ record: { date } }) => ({ record: { date }, first: date, night: date })),
    remove: ({ which }) => shows.splice(which, 1),
    away: ({ day, days }) => away.push({ from: day, to: addDays(day, days) }),
    back: ({ which }) => away.splice(which, 1),
    ask: ({ day }) =>
      enquiries.push({ record: { status: 'new', date: day }, isBooked: false, holdEndsAt: 0 }),
    hold({ which, days }) {
      const holdUntil = addDays(today(), days)
      const end = instantOf(timeZone, addDays(holdUntil, 1), '04:00')
      decide(which, 'held', { holdEndsAt: end.getTime() }, holdUntil)
    },
    book: ({ which }) => decide(which, 'booked', { isBooked: true }),
    decline: ({ which }) => decide(which, 'declined'),
    wait({ days, which }) {
      now += (days * 24 + which * 5) * 3_600_000
    },
  }
  return {
    happen: (change: BandEvent) => steps[change.kind](change),
    busyDays: () =>
      busyDays(
        {
          shows: shows.map(({ record }) => record),
          away,
          enquiries: enquiries.map(({ record }) => record),
        },
        { ...range, today: today() },
      ),
    /** The expected state of a night. */
    stateOf(night: string) {
      const isTaken =
        shows.some((show) => show.night === night) ||
        away.some(({ from, to }) => from <= night && night <= to) ||
        enquiries.some(({ isBooked, record }) => isBooked && record.date === night)
      if (isTaken) return 'taken'
      const isHeld = ({ holdEndsAt, record }: Promised) => record.date === night && now < holdEndsAt
      return enquiries.some(isHeld) ? 'asked' : undefined
    },
  }
}

it('after any sequence of changes, each night has the state that the model expects', () => {
  const nights = Array.from({ length: 30 }, (_, index) => addDays(range.from, index))
  const history = fc.tuple(fc.constantFrom(...zones), fc.array(event, { maxLength: 14 }))
  fc.assert(
    fc.property(history, ([timeZone, events]) => {
      const band = createBand(timeZone)
      for (const one of events) {
        band.happen(one)
        const found = band.busyDays().map(({ date, state }) => `${date} ${state}`)
        const promised = nights.flatMap((night) => {
          const state = band.stateOf(night)
          return state ? `${night} ${state}` : []
        })
        expect(found).toEqual(promised)
      }
    }),
    { numRuns: 10_000 },
  )
})

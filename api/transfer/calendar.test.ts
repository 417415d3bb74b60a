import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Problem } from '../http/problem'
import { readCalendar } from './calendar'

const inUtc = (instant: Date) => {
  const text = instant.toISOString()
  return { date: text.slice(0, 10), time: text.slice(11, 16) }
}

const eventWith = (rule: string) =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', 'UID:1', 'SUMMARY:The Rex'],
    ...['DTSTART:20310704T200000Z', `RRULE:${rule}`, 'END:VEVENT', 'END:VCALENDAR'],
  ].join('\r\n')

const parts = {
  BYMONTH: ['2', '2,4', '12'],
  BYMONTHDAY: ['30', '29', '-31', '-1', '1,15'],
  BYDAY: ['MO', '5MO', '-5SU', '53MO', 'FR,SA'],
  BYYEARDAY: ['366', '-366', '100'],
  BYWEEKNO: ['53', '-53', '20'],
  BYSETPOS: ['-1', '5', '366'],
  BYHOUR: ['2', '20'],
  INTERVAL: ['0', '2', '999999999'],
  COUNT: ['5', '1000000'],
  UNTIL: ['20200101T000000Z', '20320101T000000Z'],
}

const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY', 'HOURLY', 'MINUTELY', 'SECONDLY']
const partOf = (name: string, values: string[]) =>
  fc.option(fc.constantFrom(...values).map((value) => `${name}=${value}`))
const rule = fc
  .tuple(
    fc.constantFrom(...frequencies).map((frequency) => `FREQ=${frequency}`),
    ...Object.entries(parts).map(([name, values]) => partOf(name, values)),
  )
  .map((texts) => texts.filter(Boolean).join(';'))

/** Rules for which the library would never return. */
const endless = [
  'FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=DAILY;BYMONTH=6;BYMONTHDAY=-1',
  'FREQ=WEEKLY;BYWEEKNO=20;BYSETPOS=366',
  'FREQ=DAILY;INTERVAL=999999999',
]

it('an event of any rule has at most 100 occurrences', () => {
  fc.assert(
    fc.property(rule, (text) => {
      const rows = readCalendar(eventWith(text), inUtc)
      expect(rows.length).toBeLessThanOrEqual(100)
    }),
    { examples: endless.map((text) => [text]) },
  )
})

it('arbitrary lines are read as events or refused with 422', () => {
  const line = fc.oneof(
    fc.constantFrom(...eventWith('FREQ=DAILY;COUNT=2').split('\r\n')),
    fc.constantFrom('LOCATION:Hall\\, London', 'STATUS:CANCELLED', 'DTSTART:19990230T', ' folded'),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const text = ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', ...lines].join('\n')
      try {
        for (const { record } of readCalendar(text, inUtc)) expect(record).toBeTypeOf('object')
      } catch (error) {
        expect(error).toBeInstanceOf(Problem)
        expect(error).toMatchObject({ status: 422 })
      }
    }),
  )
})

const calendar = (...events: string[][]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...events.flatMap((lines) => ['BEGIN:VEVENT', 'SUMMARY:The Rex', ...lines, 'END:VEVENT']),
    'END:VCALENDAR',
  ].join('\r\n')

it('an event that takes the place of one occurrence is read instead of it', () => {
  const text = calendar(
    ['UID:1', 'DTSTART:20310606T200000Z', 'RRULE:FREQ=WEEKLY;COUNT=3'],
    ['UID:1', 'RECURRENCE-ID:20310613T200000Z', 'DTSTART:20310614T200000Z'],
    ['UID:1', 'RECURRENCE-ID:20310620T200000Z', 'DTSTART:20310620T200000Z', 'STATUS:CANCELLED'],
    ['UID:2', 'DTSTART:20310613T200000Z'],
  )
  const read = readCalendar(text, inUtc).map(({ record }) => [record.date, record.status])
  expect(read).toEqual([
    ['2031-06-06', undefined],
    ['2031-06-14', undefined],
    ['2031-06-20', 'cancelled'],
    ['2031-06-13', undefined],
  ])
})

it.each([
  ['DTSTART;VALUE=DATE:20510230', { date: '2051-02-30' }],
  ['DTSTART:20510228T990000', { date: '2051-02-28' }],
])('an impossible beginning stays impossible or has no time: %s', (line, record) => {
  expect(readCalendar(calendar([line]), inUtc)[0]?.record).toMatchObject(record)
  expect(readCalendar(calendar([line]), inUtc)[0]?.record).not.toHaveProperty('startsAt')
})

it('all calendars of a file are read, and what is none is refused in words', () => {
  const one = calendar(['DTSTART:20310606T200000Z'])
  expect(readCalendar(`${one}\r\n${one}`, inUtc)).toHaveLength(2)
  for (const text of ['', 'BEGIN:VCARD\r\nVERSION:4.0\r\nEND:VCARD'])
    expect(() => readCalendar(text, inUtc)).toThrow(/^This is not a calendar: it must begin/)
})

it.each([
  ['the 30th of February, which is no day', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=3'],
  ['the sixth last Monday of February', 'FREQ=YEARLY;BYMONTH=2;BYDAY=-6MO;COUNT=3'],
])('an event that recurs only on %s becomes a row without fields', (_, text) => {
  expect(readCalendar(eventWith(text), inUtc).map(({ record }) => record)).toEqual([{}])
})

it('an event on each 31st has no occurrence in shorter months', () => {
  const text = calendar(['DTSTART:20310131T200000Z', 'RRULE:FREQ=MONTHLY;BYMONTHDAY=31;COUNT=3'])
  const dates = readCalendar(text, inUtc).map(({ record }) => record.date)
  expect(dates).toEqual(['2031-01-31', '2031-03-31', '2031-05-31'])
})

it('a calendar that would take long to read is refused', () => {
  const dates = `RDATE:${Array(5_000).fill('20310606T200000Z').join(',')}`
  expect(() => readCalendar(calendar(['DTSTART:20310606T200000Z', dates]), inUtc)).toThrow(
    'An event of this calendar has too many dates.',
  )
  const zone = [
    ...['BEGIN:VTIMEZONE', 'TZID:Mine', 'BEGIN:STANDARD', 'DTSTART:16010101T000000'],
    ...['TZOFFSETFROM:+0000', 'TZOFFSETTO:+0000', 'RRULE:FREQ=DAILY', 'END:STANDARD'],
    'END:VTIMEZONE',
  ].join('\r\n')
  const text = calendar(['DTSTART;TZID=Mine:20310606T200000'])
  expect(() => readCalendar(text.replace('VERSION:2.0', `VERSION:2.0\r\n${zone}`), inUtc)).toThrow(
    'The time zones of this calendar can’t be read.',
  )
})

it('further dates, the beginning, and each of several rules count; what is excluded is no row', () => {
  const dates = (...lines: string[]) =>
    readCalendar(calendar(['UID:1', ...lines]), inUtc).map(({ record }) => record.date)
  expect(
    dates(
      'DTSTART:20310115T200000Z',
      'RRULE:FREQ=MONTHLY;BYMONTHDAY=15;COUNT=2',
      'RDATE:20310220T200000Z',
    ),
  ).toEqual(['2031-01-15', '2031-02-15', '2031-02-20'])
  expect(dates('DTSTART:20310510T200000Z', 'RRULE:FREQ=WEEKLY;BYMONTH=6;BYDAY=SA;COUNT=2')[0]).toBe(
    '2031-05-10',
  )
  expect(
    dates(
      'DTSTART:20310101T200000Z',
      'RRULE:FREQ=MONTHLY;BYMONTHDAY=1;UNTIL=20310220T000000Z',
      'RRULE:FREQ=MONTHLY;BYMONTHDAY=15;UNTIL=20310220T000000Z',
    ),
  ).toEqual(expect.arrayContaining(['2031-01-01', '2031-01-15', '2031-02-01']))
  expect(
    dates('DTSTART:20310101T200000Z', 'RRULE:FREQ=DAILY;COUNT=1', 'EXDATE:20310101T200000Z'),
  ).toEqual([])
})

it('a long picture or description does not keep a calendar from being read', () => {
  const picture = `ATTACH;ENCODING=BASE64;VALUE=BINARY:${'A'.repeat(70_000)}`
  expect(readCalendar(calendar(['DTSTART:20310606T200000Z', picture]), inUtc)).toHaveLength(1)
})

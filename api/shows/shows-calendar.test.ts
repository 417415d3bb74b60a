import ICAL from 'ical.js'
import { expect, it } from 'vitest'
import { showsCalendar } from './shows-calendar'

const band = { name: 'The Forks', calendarDomain: 'forks.example', timeZone: 'America/Toronto' }
const show = {
  id: '0123456789abcdef01234567',
  slug: '2027-10-31-le-petit-cafe',
  date: '2027-10-31',
  venue: `Le ${'très '.repeat(30)}petit, café; "Ü"`,
  city: 'Montréal',
  version: 1,
  updatedAt: new Date('2027-01-02T03:04:05Z'),
}
const read = (calendar: string) => new ICAL.Component(ICAL.parse(calendar))

it('reads back as it was written, however long and odd the words', () => {
  const calendar = showsCalendar(() => band).all([show], 'https://forks.example')
  for (const line of calendar.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(calendar.replaceAll('\r\n', '')).not.toContain('\n')
  const [event] = read(calendar).getAllSubcomponents('vevent')
  expect(event?.getFirstPropertyValue('summary')).toBe(`The Forks at ${show.venue}`)
  expect(event?.getFirstPropertyValue('location')).toBe(`${show.venue}, Montréal`)
  expect(String(event?.getFirstPropertyValue('dtstart'))).toBe('2027-10-31')
  expect(String(event?.getFirstPropertyValue('dtend'))).toBe('2027-11-01')
  expect(calendar).toContain('DTSTART;VALUE=DATE:20271031')
  expect(String(event?.getFirstPropertyValue('last-modified'))).toContain('2027-01-02T03:04:05')
  expect(calendar).toMatch(/\r\nEND:VCALENDAR\r\n$/)
  expect(calendar).toMatch(/REFRESH-INTERVAL;VALUE=DURATION:PT6H/)
})

it('puts a show that starts after midnight on the day after its evening', () => {
  const night = { ...show, doorsAt: '23:00', startsAt: '00:30' }
  expect(showsCalendar(() => band).one(night, 'https://x.example')).toContain(
    'DTSTART:20271101T043000Z',
  )
})

it('offers tickets unless the show is cancelled', () => {
  const texts = ['scheduled', 'cancelled'].map((status) => {
    const calendar = showsCalendar(() => band).one(
      { ...show, status: status as 'cancelled', ticketUrl: 'https://tickets.example' },
      'https://x.example',
    )
    const event = read(calendar).getFirstSubcomponent('vevent')
    return String(event?.getFirstPropertyValue('description')).includes('tickets.example')
  })
  expect(texts).toEqual([true, false])
})

it('moves a show that was moved, instead of adding another', () => {
  const of = (changes: Partial<typeof show>) =>
    read(
      showsCalendar(() => band).one({ ...show, ...changes }, 'https://x.example'),
    ).getFirstSubcomponent('vevent')
  const [before, after] = [of({}), of({ date: '2027-11-07', venue: 'Elsewhere', version: 2 })]
  expect(after?.getFirstPropertyValue('uid')).toBe(before?.getFirstPropertyValue('uid'))
  expect(before?.getFirstPropertyValue('sequence')).toBe(0)
  expect(after?.getFirstPropertyValue('sequence')).toBe(1)
})

it('is a calendar without shows too, which has at least one component', () => {
  const text = showsCalendar(() => band).all([], 'https://forks.example')
  // The properties of a calendar precede its components (RFC 5545, 3.4).
  expect(text).toMatch(/END:VTIMEZONE\r\nEND:VCALENDAR\r\n$/)
  const calendar = read(text)
  expect(calendar.getAllSubcomponents('vevent')).toHaveLength(0)
  expect(calendar.getAllSubcomponents().length).toBeGreaterThan(0)
})

it('gives a show on the last day that can be written no end, and so one day', () => {
  const calendar = showsCalendar(() => band).one(
    { ...show, date: '9999-12-31' },
    'https://x.example',
  )
  expect(calendar).toContain('DTSTART;VALUE=DATE:99991231')
  expect(calendar).not.toContain('DTEND')
  expect(read(calendar).getFirstSubcomponent('vevent')).not.toBeNull()
})

it('escapes the name of the band wherever it is written', () => {
  const odd = { ...band, name: 'Blood; Sweat, \\ Tears' }
  const lines = showsCalendar(() => odd)
    .all([], 'https://forks.example')
    .split('\r\n')
  const escaped = 'Blood\\; Sweat\\, \\\\ Tears'
  expect(lines).toContain(`NAME:${escaped} live`)
  expect(lines).toContain(`X-WR-CALNAME:${escaped} live`)
  expect(lines).toContain(`PRODID:-//${escaped}//shows//EN`)
})

import { expect, it } from 'vitest'
import { cutShowCalendar } from './cut-show-calendar'

const lines = (...all: string[]) => all.map((line) => `${line}\r\n`).join('')
const event = (id: string) => lines('BEGIN:VEVENT', `UID:${id}@band.example`, 'END:VEVENT')
const head = lines('BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Band//shows//EN')
const subscription = lines('URL:http://localhost/shows.ics', 'NAME:Band live')
const all = head + subscription + event('a') + event('b') + event('c') + lines('END:VCALENDAR')

it.each(['a', 'b', 'c'])(
  'the calendar of show %s contains its event, and nothing of the subscription',
  (id) => {
    expect(cutShowCalendar(all, id)).toBe(head + event(id) + lines('END:VCALENDAR'))
  },
)

it('a show that is not in the saved calendar has none, and neither has any show if nothing is saved', () => {
  expect(cutShowCalendar(all, 'd')).toBeUndefined()
  expect(cutShowCalendar('', 'a')).toBeUndefined()
})

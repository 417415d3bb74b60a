import { expect, it } from 'vitest'
import { calendarOfOne } from './calendar-of-one'

const lines = (...all: string[]) => all.map((line) => `${line}\r\n`).join('')
const event = (id: string) => lines('BEGIN:VEVENT', `UID:${id}@band.example`, 'END:VEVENT')
const head = lines('BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Band//shows//EN')
const subscription = lines('URL:http://localhost/shows.ics', 'NAME:Band live')
const all = head + subscription + event('a') + event('b') + event('c') + lines('END:VCALENDAR')

it.each(['a', 'b', 'c'])('show %s has a calendar of its own, without the subscription', (id) => {
  expect(calendarOfOne(all, id)).toBe(head + event(id) + lines('END:VCALENDAR'))
})

it('a show that is not in the calendar, and one without a calendar, have none', () => {
  expect(calendarOfOne(all, 'd')).toBeUndefined()
  expect(calendarOfOne('', 'a')).toBeUndefined()
})

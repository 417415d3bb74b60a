import { bandDay } from '../contract/band-day'

const pattern = /^\d{4}-\d{2}-\d{2}$/

/** Whether a text is a day that exists, as YYYY-MM-DD (RFC 3339 full-date, proleptic Gregorian). */
export function isCalendarDay(text: string): boolean {
  if (!pattern.test(text)) return false
  const instant = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text)
}

const calendars = new Map<string, Intl.DateTimeFormat>()

/** The day that a calendar on the wall shows in a time zone (IANA name) at an instant. */
export function calendarDay(timeZone: string, instant: Date): string {
  // Making one takes longer than answering a request.
  let calendar = calendars.get(timeZone)
  if (!calendar) {
    calendar = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
    calendars.set(timeZone, calendar)
  }
  return calendar.format(instant)
}

const aMinute = 60_000

/** Makes a function that returns the band's day as it is now (`bandDay`), for callers that ask again and again. */
export function currentDay(timeZone: string): () => string {
  let minute = Number.NaN
  let day = ''
  return () => {
    const now = Date.now()
    // Days begin with a full minute in every time zone.
    if (Math.floor(now / aMinute) !== minute) {
      minute = Math.floor(now / aMinute)
      day = bandDay(timeZone, new Date(now))
    }
    return day
  }
}

/** A day some days later (or earlier, when negative). */
export function addDays(day: string, days: number): string {
  const instant = new Date(`${day}T00:00:00Z`)
  instant.setUTCDate(instant.getUTCDate() + days)
  return instant.toISOString().slice(0, 10)
}

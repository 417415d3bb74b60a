import { bandDay } from '../contract/band-day'

const pattern = /^\d{4}-\d{2}-\d{2}$/

/** Whether a string is an existing day as YYYY-MM-DD (RFC 3339 full-date, proleptic Gregorian). */
export function isCalendarDay(text: string): boolean {
  if (!pattern.test(text)) return false
  const instant = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text)
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** The calendar day (YYYY-MM-DD) in a time zone (IANA name) at an instant. */
export function calendarDay(timeZone: string, instant: Date): string {
  // Cached: creating a formatter takes longer than responding to a request.
  let calendar = formats.get(timeZone)
  if (!calendar) {
    calendar = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
    formats.set(timeZone, calendar)
  }
  return calendar.format(instant)
}

const minuteInMs = 60_000

/** Returns a function that returns the band's current day (`bandDay`) and computes it at most once a minute. */
export function currentDay(timeZone: string): () => string {
  let minute = Number.NaN
  let day = ''
  return () => {
    const now = Date.now()
    // In every time zone, days begin on a full minute.
    if (Math.floor(now / minuteInMs) !== minute) {
      minute = Math.floor(now / minuteInMs)
      day = bandDay(timeZone, new Date(now))
    }
    return day
  }
}

/** Adds a number of days, which may be negative, to a day (YYYY-MM-DD). */
export function addDays(day: string, days: number): string {
  const instant = new Date(`${day}T00:00:00Z`)
  instant.setUTCDate(instant.getUTCDate() + days)
  return instant.toISOString().slice(0, 10)
}

import { bandDay } from './band-day'

const pattern = /^\d{4}-\d{2}-\d{2}$/

/** Whether a string is an existing day as YYYY-MM-DD (RFC 3339 full-date, proleptic Gregorian), from the year 1 on, because date
 * fields have no year 0. */
export function isCalendarDay(text: string): boolean {
  if (!pattern.test(text) || text.startsWith('0000')) return false
  const instant = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text)
}

const minuteInMs = 60_000

/** Returns a function that returns the band's current day (`bandDay`) and computes it at most once a minute, or when the
 * time zone has changed. */
export function currentDay(timeZone: () => string): () => string {
  let minute = Number.NaN
  let zone = ''
  let day = ''
  return () => {
    const now = Date.now()
    // In every time zone, days begin on a full minute.
    if (Math.floor(now / minuteInMs) !== minute || timeZone() !== zone) {
      minute = Math.floor(now / minuteInMs)
      zone = timeZone()
      day = bandDay(zone, new Date(now))
    }
    return day
  }
}

/** A stretch of days (YYYY-MM-DD), both included. */
export interface Stretch {
  from: string
  to: string
}

/** The days that two stretches have in common. */
export function* daysInBoth(one: Stretch, other: Stretch): Generator<string> {
  const [, first = ''] = [one.from, other.from].sort()
  const [last = ''] = [one.to, other.to].sort()
  for (let day = first; day <= last; day = addDays(day, 1)) {
    yield day
    if (day === last) return
  }
}

/** The last day with a year of four digits. */
const lastDay = '9999-12-31'

/** Adds a number of days, which may be negative, to a day (YYYY-MM-DD). The result is at most 9999-12-31. */
export function addDays(day: string, days: number): string {
  const instant = new Date(`${day}T00:00:00Z`)
  instant.setUTCDate(instant.getUTCDate() + days)
  return instant > new Date(lastDay) ? lastDay : instant.toISOString().slice(0, 10)
}

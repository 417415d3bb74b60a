import { localTime } from './local-time'

/** The hour at which the band's day begins, so that a show past midnight belongs to the day before. */
export const nightEndsAtHour = 4

/** Returns the band's day (YYYY-MM-DD) at an instant: the calendar day in a time zone (IANA name), or before 4 a.m. the previous
 * day.
 * @param instant by default now */
export function bandDay(timeZone: string, instant = new Date()): string {
  const { year, month, day, hour } = localTime(timeZone, instant)
  const isStillNight = hour < nightEndsAtHour
  return new Date(Date.UTC(year, month - 1, day - Number(isStillNight))).toISOString().slice(0, 10)
}

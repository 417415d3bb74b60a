import { localTime } from './local-time'

/** The hour at which the band's day begins, so that a show past midnight belongs to the day before. */
export const nightEndsAtHour = 4

/** Returns the band's day (YYYY-MM-DD) at an instant: the calendar day in a time zone (IANA name), or before 4 a.m. the
 * previous day. */
export function bandDay(timeZone: string, instant: Date): string {
  const part = localTime(timeZone, instant)
  const isStillNight = part('hour') < nightEndsAtHour
  const day = Date.UTC(part('year'), part('month') - 1, part('day') - Number(isStillNight))
  return new Date(day).toISOString().slice(0, 10)
}

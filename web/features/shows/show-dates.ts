import { bandDay } from '../../../api/contract/band-day'
import type { Show } from '../../../api/contract/shows'

// Intl is not used: on a phone, its first format call takes as long as the rest of the page's start.
const months =
  'January February March April May June July August September October November December'.split(' ')

/** Formats a calendar day (YYYY-MM-DD) without its year: 'July 4'. */
export function shortDate(day: string): string {
  const [, month, dayOfMonth] = day.split('-').map(Number)
  return `${months[(month ?? 0) - 1]} ${dayOfMonth}`
}

/** Formats a calendar day (YYYY-MM-DD) in long US style: 'July 4, 2027'. */
export const longDate = (day: string) => `${shortDate(day)}, ${Number(day.slice(0, 4))}`

/** The current date (YYYY-MM-DD) in a time zone (IANA name). */
export const todayIn = (timeZone: string, now = new Date()) => bandDay(timeZone, now)

/** Splits shows into upcoming ones, including today's, soonest first, and past ones, latest first.
 * @param shows by date ascending */
export function splitByDay<Kind extends Show>(shows: readonly Kind[], today: string) {
  return {
    coming: shows.filter(({ date }) => date >= today),
    past: shows.filter(({ date }) => date < today).reverse(),
  }
}

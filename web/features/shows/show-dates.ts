import { bandDay } from '../../../api/contract/band-day'
import type { Show } from '../../../api/contract/shows'

// Not by Intl, whose first format takes a phone as long as all else that begins a page.
const months =
  'January February March April May June July August September October November December'.split(' ')

/** A calendar day (YYYY-MM-DD) without its year: 'July 4'. */
export function shortDate(day: string): string {
  const [, month, dayOfMonth] = day.split('-').map(Number)
  return `${months[(month ?? 0) - 1]} ${dayOfMonth}`
}

/** A calendar day in long US style: 'July 4, 2027'. */
export const longDate = (day: string) => `${shortDate(day)}, ${Number(day.slice(0, 4))}`

/** The band's day as it is now, in its time zone (IANA name). */
export const todayIn = (timeZone: string, now = new Date()) => bandDay(timeZone, now)

/** Shows that are to come, tonight's included, soonest first; and those that were, latest first.
 * @param shows by date ascending */
export function splitByDay<Kind extends Show>(shows: readonly Kind[], today: string) {
  return {
    coming: shows.filter(({ date }) => date >= today),
    past: shows.filter(({ date }) => date < today).reverse(),
  }
}

import type { Show } from '../../../api/contract/shows'

const longUsStyle = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const dayAndMonth = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
})

/** Midnight UTC of a calendar day; formatted in UTC again, it is the same day in every time zone. */
const instantOf = (day: string) => new Date(`${day}T00:00:00Z`)

/** A calendar day (YYYY-MM-DD) in long US style: 'July 4, 2027'. */
export const longDate = (day: string) => longUsStyle.format(instantOf(day))

/** A calendar day without its year: 'July 4'. */
export const shortDate = (day: string) => dayAndMonth.format(instantOf(day))

/** The day that a calendar on the wall of a time zone (IANA name) shows now. */
export const todayIn = (timeZone: string, now = new Date()) =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(now)

/** Shows that are to come, tonight's included, soonest first; and those that were, latest first.
 * @param shows by date ascending */
export function splitByDay(shows: readonly Show[], today: string) {
  return {
    coming: shows.filter(({ date }) => date >= today),
    past: shows.filter(({ date }) => date < today).reverse(),
  }
}

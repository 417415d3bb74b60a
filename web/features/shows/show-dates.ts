import type { Show } from '../../../api/contract/shows'
import { daysBetween } from '../../../api/shared/show-dates'

/** Splits shows into upcoming ones, including today's, soonest first, and past ones, latest first.
 * @param shows by date ascending */
export function splitByDay<Kind extends Pick<Show, 'date'>>(shows: readonly Kind[], today: string) {
  return {
    coming: shows.filter(({ date }) => date >= today),
    past: shows.filter(({ date }) => date < today).reverse(),
  }
}

/** The days until a show, in words: 'tonight', 'tomorrow', 'in 6 days'; undefined for a day that has passed
 * or is more than two weeks away. */
export function nearness(day: string, today: string): string | undefined {
  const days = daysBetween(today, day)
  if (days < 0 || days > 14) return
  if (days === 0) return 'tonight'
  return days === 1 ? 'tomorrow' : `in ${days} days`
}

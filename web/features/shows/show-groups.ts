import type { Show } from '../../../api/contract/shows'
import { monthOf } from '../../../api/shared/show-dates'

/** A list of more shows than this is divided into months. */
const maxUngrouped = 8

interface MonthOfShows {
  /** For example 'July 2027'. */
  month: string
  shows: Show[]
}

/** Divides a long list of shows into months, in their order; undefined if the list is short. */
export function byMonth(shows: readonly Show[]): MonthOfShows[] | undefined {
  if (shows.length <= maxUngrouped) return
  const months: MonthOfShows[] = []
  for (const show of shows) {
    const month = `${monthOf(show.date)} ${Number(show.date.slice(0, 4))}`
    const last = months.at(-1)
    if (last?.month === month) last.shows.push(show)
    else months.push({ month, shows: [show] })
  }
  return months
}

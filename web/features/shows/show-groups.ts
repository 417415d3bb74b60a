import type { Show } from '../../../api/contract/shows'
import { monthOf } from '../../../api/shared/show-dates'

/** A list of more shows than this is divided into months. */
const maxUngrouped = 8

/** Divides a long list of shows into months, for example 'July 2027', in their order; undefined if the list is short. */
export function byMonth(shows: readonly Show[]) {
  if (shows.length <= maxUngrouped) return
  const months = new Map<string, Show[]>()
  for (const show of shows) {
    const month = `${monthOf(show.date)} ${Number(show.date.slice(0, 4))}`
    months.set(month, [...(months.get(month) ?? []), show])
  }
  return [...months]
}

import type { Show } from '../../../api/contract/shows'
import { monthOf } from '../../../api/shared/show-dates'

/** A list of more shows than this is divided into months. */
const maxUngrouped = 8

/** Divides a long list of shows into months, for example 'July 2027', in their order; undefined if the list is short. */
export const byMonth = (shows: readonly Show[]) =>
  shows.length > maxUngrouped
    ? [...Map.groupBy(shows, ({ date }) => `${monthOf(date)} ${Number(date.slice(0, 4))}`)]
    : undefined

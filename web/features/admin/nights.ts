import type { Away } from '../../../api/contract/availability'
import type { Enquiry } from '../../../api/contract/enquiries'
import { addDays, daysInBoth } from '../../../api/shared/calendar-day'
import type { ListedShow } from './drafts.store'

/** What is on a night. */
export interface Night {
  /** YYYY-MM-DD. */
  date: string
  kind: 'show' | 'private' | 'away' | 'held'
  text: string
}

const takesPlace = ({ status, formerDate }: ListedShow) =>
  status !== 'cancelled' && (status !== 'postponed' || formerDate !== undefined)

/** Everything that is on the nights of a month, in the order of the days.
 * @param month YYYY-MM */
export function nightsOf(
  month: string,
  {
    shows,
    away,
    enquiries,
  }: {
    shows: readonly ListedShow[]
    away: readonly Away[]
    enquiries: readonly Enquiry[]
  },
): Night[] {
  const [first, last] = [`${month}-01`, lastDayOf(month)]
  const isIn = (date: string | undefined) => date !== undefined && date >= first && date <= last
  const nights: Night[] = [
    ...shows
      .filter((show) => isIn(show.date) && takesPlace(show))
      .map(({ date, venue, visibility }) => ({
        date,
        kind: visibility === 'private' ? ('private' as const) : ('show' as const),
        text: venue,
      })),
    ...away.flatMap(({ from, to, note }) =>
      [...daysInBoth({ from, to }, { from: first, to: last })].map((date) => ({
        date,
        kind: 'away' as const,
        text: note ?? 'Night off',
      })),
    ),
    ...enquiries
      .filter(({ status, date }) => status === 'held' && isIn(date))
      .map(({ date = '', name }) => ({ date, kind: 'held' as const, text: `Held for ${name}` })),
  ]
  return nights.sort((one, other) => one.date.localeCompare(other.date))
}

/** The days on which more than one thing is. */
export function clashesIn(nights: readonly Night[]): ReadonlySet<string> {
  const counts = Map.groupBy(nights, ({ date }) => date)
  return new Set([...counts].filter(([, onDay]) => onDay.length > 1).map(([date]) => date))
}

/** @param month YYYY-MM */
export const lastDayOf = (month: string): string => addDays(`${monthAfter(month, 1)}-01`, -1)

/** The month (YYYY-MM) a number of months after another one. */
export function monthAfter(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7)
}

import type { Show } from '../../../api/contract/shows'
import { compareTexts } from '../../../api/shared/compare-texts'
import { splitByDay } from './show-dates'

/** How many upcoming and past shows the shows page contains at first, to keep it small on slow connections. */
export const [comingAtFirst, pastAtFirst] = [20, 10]

/** How many upcoming shows the home page's data contain. The page displays three; the others replace shows that have
 * passed. */
export const comingOnHome = 6

export interface PastYear {
  /** YYYY. */
  year: string
  count: number
}

/** The data with which the shows page is rendered.
 * @param shows by date ascending */
export function firstShows(shows: readonly Show[], today: string) {
  const { coming, past } = splitByDay(shows, today)
  return {
    coming: coming.slice(0, comingAtFirst),
    comingInAll: coming.length,
    past: past.slice(0, pastAtFirst),
    /** Latest first; empty if `past` contains all past shows. */
    pastYears: past.length > pastAtFirst ? years(past) : [],
  }
}

type FirstShows = ReturnType<typeof firstShows>

/** Moves shows that have passed since the page was rendered to the past ones. */
export function onLaterDay(first: FirstShows, today: string): FirstShows {
  const over = first.coming.filter(({ date }) => date < today)
  if (over.length === 0) return first
  return {
    coming: first.coming.slice(over.length),
    comingInAll: first.comingInAll - over.length,
    past: [...over.reverse(), ...first.past],
    pastYears: first.pastYears.length > 0 ? addYears(first.pastYears, over) : [],
  }
}

/** Adds shows that have passed to the counts of their years. */
function addYears(before: readonly PastYear[], over: readonly Show[]): PastYear[] {
  const counts = new Map(before.map(({ year, count }) => [year, count]))
  for (const { year, count } of years(over)) counts.set(year, count + (counts.get(year) ?? 0))
  return [...counts]
    .map(([year, count]) => ({ year, count }))
    .sort((one, other) => compareTexts(other.year, one.year))
}

const years = (past: readonly Show[]): PastYear[] =>
  [...Map.groupBy(past, ({ date }) => yearOf(date))].map(([year, { length: count }]) => ({
    year,
    count,
  }))

/** The year of a calendar day, YYYY-MM-DD. */
export const yearOf = (day: string) => day.slice(0, 4)

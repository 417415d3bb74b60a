import type { Show } from '../../../api/contract/shows'
import { splitByDay } from './show-dates'

/** How many shows a page begins with: what somebody on two bars of signal wants to know. */
export const [comingAtFirst, pastAtFirst] = [20, 10]

export interface PastYear {
  /** YYYY. */
  year: string
  count: number
}

/** What the shows page begins with, of however many there are.
 * @param shows by date ascending */
export function firstShows(shows: readonly Show[], today: string) {
  const { coming, past } = splitByDay(shows, today)
  return {
    coming: coming.slice(0, comingAtFirst),
    comingInAll: coming.length,
    past: past.slice(0, pastAtFirst),
    /** Latest first; none where all past shows are among the first. */
    pastYears: past.length > pastAtFirst ? years(past) : [],
  }
}

function years(past: readonly Show[]): PastYear[] {
  const counts = new Map<string, number>()
  for (const { date } of past) counts.set(yearOf(date), (counts.get(yearOf(date)) ?? 0) + 1)
  return [...counts].map(([year, count]) => ({ year, count }))
}

/** The year of a calendar day, YYYY-MM-DD. */
export const yearOf = (day: string) => day.slice(0, 4)

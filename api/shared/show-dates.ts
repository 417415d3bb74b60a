import type { Show } from '../contract/shows'

// Intl is not used: on a phone, its first format call takes as long as the rest of the page's start.
const months =
  'January February March April May June July August September October November December'.split(' ')
const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')
const dayInMs = 24 * 60 * 60 * 1000

/** Formats a calendar day (YYYY-MM-DD) without its year: 'July 4'. */
export const shortDate = (day: string) => `${monthOf(day)} ${Number(day.split('-')[2])}`

/** Formats a calendar day (YYYY-MM-DD) in long US style: 'July 4, 2027'. */
export const longDate = (day: string) => `${shortDate(day)}, ${Number(day.slice(0, 4))}`

/** The name of a calendar day's month: 'July'. */
export const monthOf = (day: string): string => months[Number(day.slice(5, 7)) - 1] ?? ''

/** The name of a calendar day's weekday: 'Sunday'. */
export const weekdayOf = (day: string): string =>
  weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? ''

/** A calendar day as on the stub of a ticket: 'Sun', '4', 'Jul'. */
export const stubOf = (day: string) => ({
  weekday: weekdayOf(day).slice(0, 3),
  day: String(Number(day.slice(8))),
  month: monthOf(day).slice(0, 3),
})

/** The number of days from one calendar day to another; negative if the other is earlier. */
export const daysBetween = (day: string, other: string): number =>
  Math.round((Date.parse(other) - Date.parse(day)) / dayInMs)

/** The first show of a calendar day (YYYY-MM-DD); a cancelled one only if all of them are. Undefined if there is none. */
export function showOfDay<AnyShow extends { date: string; status?: string }>(
  shows: readonly AnyShow[],
  day: string,
): AnyShow | undefined {
  const ofDay = shows.filter(({ date }) => date === day)
  return ofDay.find(({ status }) => status !== 'cancelled') ?? ofDay[0]
}

/** Formats a time of day (HH:MM) in US style: '20:00' is '8 p.m.', '19:30' is '7:30 p.m.'. */
export function clockTime(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const minutes = minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`
  return `${hour % 12 || 12}${minutes} ${hour < 12 ? 'a.m.' : 'p.m.'}`
}

/** The times of a show in one line, such as 'Doors 7 p.m., show 8 p.m.'; empty if none is known. */
export function timesOf({ doorsAt, startsAt }: Pick<Show, 'doorsAt' | 'startsAt'>): string {
  const doors = doorsAt && `Doors ${clockTime(doorsAt)}`
  const start = startsAt && `show ${clockTime(startsAt)}`
  if (doors && start) return `${doors}, ${start}`
  return doors ?? (startsAt ? clockTime(startsAt) : '')
}

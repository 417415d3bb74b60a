import type { BusyDay } from '../contract/availability'
import { daysInBoth } from '../shared/calendar-day'
import { isHeld, takesPlace } from '../shared/commitments'

/** The records that make days busy. All days are YYYY-MM-DD in the band's time zone. */
export interface Commitments {
  /** Of every visibility. */
  shows: readonly { date: string; status?: string; formerDate?: string }[]
  away: readonly { from: string; to: string }[]
  enquiries: readonly {
    status: string
    date?: string
    /** The last day of a hold; without one, it lasts until its status changes. */
    holdUntil?: string
  }[]
}

/** The days between two days (both included) on which the band is not free, in their order. Nothing else about these days
 * can be seen in the result.
 * @param today holds that ended before this day do not count */
export function busyDays(
  { shows, away, enquiries }: Commitments,
  { from, to, today }: { from: string; to: string; today: string },
): BusyDay[] {
  const states = new Map<string, BusyDay['state']>()
  const mark = (date: string | undefined, state: BusyDay['state']) => {
    if (date === undefined || date < from || date > to) return
    if (states.get(date) !== 'taken') states.set(date, state)
  }
  for (const show of shows) if (takesPlace(show)) mark(show.date, 'taken')
  for (const stretch of away)
    for (const day of daysInBoth(stretch, { from, to })) mark(day, 'taken')
  for (const enquiry of enquiries) {
    if (enquiry.status === 'booked') mark(enquiry.date, 'taken')
    if (isHeld(enquiry, today)) mark(enquiry.date, 'asked')
  }
  return [...states]
    .map(([date, state]) => ({ date, state }))
    .sort((one, other) => (one.date < other.date ? -1 : 1))
}

import type { Away } from '../../../../api/contract/availability'
import type { Enquiry } from '../../../../api/contract/enquiries'
import { addDays, daysInBoth, type Stretch } from '../../../../api/shared/calendar-day'
import { isHeld, takesPlace } from '../../../../api/shared/commitments'
import { compareTexts } from '../../../../api/shared/compare-texts'
import type { WaitingMark } from '../changes/waiting'
import type { ListedShow } from './drafts.store'

/** What is on a night. */
export interface Night {
  /** The id of the show, the nights off or the enquiry. */
  id: string
  /** YYYY-MM-DD. */
  date: string
  kind: 'show' | 'private' | 'away' | 'held'
  text: string
}

/** Everything that takes nights. */
export interface Commitments {
  shows: readonly ListedShow[]
  /** By their first day; those that are not in the site's list yet come last. */
  away: readonly (Away & WaitingMark)[]
  /** The enquiries that hold or have booked a night. */
  enquiries: readonly Enquiry[]
}

/** Whether an enquiry itself takes its night: it is booked or held, and has no show (none was made of it, or the show was
 * deleted). */
const takesNight = (enquiry: Enquiry, shows: Commitments['shows'], today: string) =>
  !shows.some(({ _id }) => _id === enquiry.showId) &&
  !enquiry.isSpam &&
  (enquiry.status === 'booked' || isHeld(enquiry, today))

/** The shows, nights off and holds of some days, by day.
 * @param today holds that ended before this day (YYYY-MM-DD) do not count */
export function nightsOf(
  days: Stretch,
  { shows, away, enquiries }: Commitments,
  today: string,
): Night[] {
  const isIn = (date: string | undefined) =>
    date !== undefined && date >= days.from && date <= days.to
  const nights: Night[] = [
    ...shows
      .filter((show) => isIn(show.date) && takesPlace(show))
      .map(({ _id: id, date, venue, visibility }) => ({
        id,
        date,
        kind: visibility === 'private' ? ('private' as const) : ('show' as const),
        text: venue,
      })),
    ...away.flatMap(({ _id: id, from, to, note }) =>
      [...daysInBoth({ from, to }, days)].map((date) => ({
        id,
        date,
        kind: 'away' as const,
        text: note ?? 'Night off',
      })),
    ),
    ...enquiries
      .filter((enquiry) => isIn(enquiry.date) && takesNight(enquiry, shows, today))
      .map(({ _id: id, date = '', name, status }) => ({
        id,
        date,
        kind: 'held' as const,
        text: `${status === 'booked' ? 'Booked by' : 'Held for'} ${name}`,
      })),
  ]
  return nights.sort((one, other) => compareTexts(one.date, other.date))
}

/** The days with entries at more than one place, unless all are nights off. */
export function clashesIn(nights: readonly Night[]): ReadonlySet<string> {
  const isClash = (onDay: readonly Night[]) =>
    new Set(onDay.map(({ text }) => text)).size > 1 && onDay.some(({ kind }) => kind !== 'away')
  const byDay = Map.groupBy(nights, ({ date }) => date)
  return new Set([...byDay].filter(([, onDay]) => isClash(onDay)).map(([date]) => date))
}

/** Whether the band has not decided about an enquiry yet. */
const isOpen = ({ status, isSpam }: Enquiry) =>
  !isSpam && (status === 'new' || status === 'answered')

/** What else is on the night that an enquiry asks for, and which of the other enquiries ask for it, too, one sentence each. */
export function clashesOf(
  { _id, date: asked, showId }: Enquiry,
  commitments: Commitments,
  today: string,
  others: readonly Enquiry[],
): string[] {
  // The show that was made of it may have been moved.
  const date = commitments.shows.find((show) => show._id === showId)?.date ?? asked
  if (date === undefined) return []
  const sentences = nightsOf({ from: date, to: date }, commitments, today)
    .filter(({ id }) => id !== _id && id !== showId)
    .map(({ kind, text }) => {
      if (kind === 'show' || kind === 'private') return `You play ${text} that night.`
      return kind === 'away' ? `That night is off: ${text}.` : `${text} that night.`
    })
  const alsoAsked = others
    .filter((other) => other._id !== _id && other.date === date && isOpen(other))
    .map(({ name }) => `${name} asks for that night, too.`)
  return [...new Set([...sentences, ...alsoAsked])]
}

/** The days of a month (YYYY-MM). */
export const daysOf = (month: string): Stretch => ({
  from: `${month}-01`,
  to: addDays(`${monthAfter(month, 1)}-01`, -1),
})

/** The month (YYYY-MM) a number of months after another one. */
export function monthAfter(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7)
}

import ical, {
  foldLines,
  type ICalCalendar,
  ICalEvent,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator'
import type { Show } from '../contract/shows'
import type { Site } from '../contract/site'
import { memoize } from '../process/memoize'
import { instantOf } from '../shared/band-time'
import { addDays } from '../shared/calendar-day'
import { timesOf } from '../shared/show-dates'
import { placeOf } from '../shared/show-place'
import { feedPaths, showPath } from '../shared/site-map'
import { startDayOf } from '../shared/start-day'
import { announcedName } from './announced-name'

export interface CalendarShow extends Omit<Show, '_id' | 'updatedAt'> {
  id: string
  /** Starts at 1 and increases with each change. */
  version: number
  updatedAt: Date
}

export interface CalendarBand extends Pick<Site, 'name' | 'region' | 'country' | 'timeZone'> {
  /** The domain of the band's UIDs; it stays the same if the site moves. */
  calendarDomain: string
}

/** A calendar must have at least one component (RFC 5545, 3.6). This is used if there are no shows. */
const anyComponent = [
  'BEGIN:VTIMEZONE',
  'TZID:UTC',
  'BEGIN:STANDARD',
  'DTSTART:16010101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0000',
  'END:STANDARD',
  'END:VTIMEZONE',
  '',
].join('\r\n')

const end = 'END:VCALENDAR'
/** The last day that a date can name. */
const lastDay = '9999-12-31'
/** Milliseconds; nobody enters when a show ends. */
const showDuration = 3 * 60 * 60 * 1000

/** Whether the instants of a day have years of four digits in every time zone. */
const isOrdinaryYear = (date: string) => date >= '1000' && date < '9999'

/** When a show takes place: from its start for three hours, or all day if its start is not known. All-day events do not
 * depend on time zones. */
function timeOf(show: CalendarShow, timeZone: string) {
  const { date, startsAt } = show
  if (startsAt !== undefined && isOrdinaryYear(date)) {
    const start = instantOf(timeZone, startDayOf(show), startsAt)
    return { start, end: new Date(start.getTime() + showDuration) }
  }
  // Years have four digits; without an end, an all-day event takes one day (RFC 5545, 3.6.1).
  const allDay = { start: date, allDay: true, floating: true }
  return date < lastDay ? { ...allDay, end: addDays(date, 1) } : allDay
}

/** The state of an event (RFC 5545, 3.8.1.11); a postponed show without a new date is tentative. */
function statusOf({ status, formerDate }: CalendarShow): ICalEventStatus {
  if (status === 'cancelled') return ICalEventStatus.CANCELLED
  if (status === 'postponed' && formerDate === undefined) return ICalEventStatus.TENTATIVE
  return ICalEventStatus.CONFIRMED
}

/** The facts that have no property of their own, one in each line. */
function descriptionOf(show: CalendarShow, url: string): string {
  const { ticketUrl, ticketLabel = 'Tickets', isStepFree, note } = show
  const tickets = ticketUrl ? `${ticketLabel}: ${ticketUrl}` : show.ticketLabel
  return [
    timesOf(show),
    show.status === 'cancelled' ? '' : tickets,
    isStepFree ? 'Step-free access' : '',
    note,
    url,
  ]
    .filter(Boolean)
    .join('\n')
}

/** Escapes a TEXT value (RFC 5545, 3.3.11) where the library does not: in the properties of the calendar. */
const asText = (text: string) => text.replace(/[\\;,]/g, '\\$&')

/** The band's shows as iCalendar (RFC 5545). The UID of a show never changes, so that calendars update its event; a
 * cancelled show stays, because some calendars keep an event that is missing. Events are memoized by show object. */
export function showsCalendar(band: () => CalendarBand) {
  const prodId = () => ({ company: asText(band().name), product: 'shows' })
  const newFrame = () => ical({ prodId: prodId() })

  const writerFor = (site: string, { name, timeZone, calendarDomain, ...place }: CalendarBand) => {
    const frame = newFrame()
    return memoize((show: CalendarShow) => {
      const url = site + showPath(show.slug)
      const event = new ICalEvent(
        {
          id: `${show.id}@${calendarDomain}`,
          ...timeOf(show, timeZone),
          // Some calendars ignore the status, so it is in the summary too.
          summary: announcedName(show, `${name} at ${show.venue}`),
          status: statusOf(show),
          location: placeOf(show, place),
          description: descriptionOf(show, url),
          url,
          // Subscribers stay available in their calendars during a show.
          transparency: ICalEventTransparency.TRANSPARENT,
          // Begins at 0 (RFC 5545, 3.8.7.4).
          sequence: show.version - 1,
          stamp: show.updatedAt,
          lastModified: show.updatedAt,
        },
        frame,
      )
      return foldLines(event.toString())
    })
  }

  // Clients choose the host name, so events are memoized for one site only, and for the band's current words.
  let last = { site: '', words: band(), write: writerFor('', band()) }
  function writer(site: string) {
    const words = band()
    if (site !== last.site || words !== last.words)
      last = { site, words, write: writerFor(site, words) }
    return last.write
  }

  const write = (calendar: ICalCalendar, shows: CalendarShow[], site: string) => {
    const components = shows.map(writer(site)).join('') || anyComponent
    return `${calendar.toString().slice(0, -end.length)}${components}${end}\r\n`
  }

  return {
    /** The calendar of all shows, for subscriptions.
     * @param site the origin of the public site */
    all(shows: CalendarShow[], site: string): string {
      const calendar = ical({
        name: `${asText(band().name)} live`,
        prodId: prodId(),
        ttl: 6 * 60 * 60,
        url: `${site}${feedPaths.calendar}`,
      })
      return write(calendar, shows, site)
    },

    /** A calendar of one show, for download. */
    one: (show: CalendarShow, site: string): string => write(newFrame(), [show], site),
  }
}

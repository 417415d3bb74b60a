import ical, {
  foldLines,
  type ICalCalendar,
  ICalEvent,
  ICalEventTransparency,
} from 'ical-generator'
import { addDays } from '../calendar/calendar-day'
import { feedPaths, pages } from '../contract/site-map'
import { memoize } from './memoize'

interface CalendarShow {
  id: string
  date: string
  venue: string
  city: string
  /** Starts at 1 and increases with each change. */
  version: number
  updatedAt: Date
}

export interface CalendarBand {
  name: string
  region?: string
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
].join('\r\n')

const end = 'END:VCALENDAR'
/** The last day that a date can name. */
const lastDay = '9999-12-31'

/** A band's shows as iCalendar (RFC 5545), as all-day events, which do not depend on time zones. The UID of a show
 * never changes, so that calendars update its event. Events are memoized by show object. */
export function showsCalendar(band: CalendarBand) {
  const prodId = { company: band.name, product: 'shows' }
  const frame = ical({ prodId })

  const writerFor = (site: string) =>
    memoize((show: CalendarShow) => {
      const event = new ICalEvent(
        {
          id: `${show.id}@${band.calendarDomain}`,
          start: show.date,
          // Years have four digits; without an end, an all-day event takes one day (RFC 5545, 3.6.1).
          ...(show.date < lastDay && { end: addDays(show.date, 1) }),
          allDay: true,
          floating: true,
          summary: `${band.name} at ${show.venue}`,
          location: [show.venue, show.city, band.region].filter(Boolean).join(', '),
          url: `${site}${pages.shows.path}#${show.id}`,
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

  // Clients choose the host name, so events are cached for one site only.
  let last = { site: '', write: writerFor('') }

  function write(calendar: ICalCalendar, shows: CalendarShow[], site: string): string {
    if (site !== last.site) last = { site, write: writerFor(site) }
    return `${calendar.toString().slice(0, -end.length)}${shows.map(last.write).join('')}${end}\r\n`
  }

  return {
    /** The calendar of all shows, for subscriptions.
     * @param site the origin of the public site */
    all(shows: CalendarShow[], site: string): string {
      const calendar = ical({
        name: `${band.name} live`,
        prodId,
        ttl: 6 * 60 * 60,
        url: `${site}${feedPaths.calendar}`,
      })
      if (shows.length === 0) calendar.timezone({ name: 'UTC', generator: () => anyComponent })
      return write(calendar, shows, site)
    },

    /** A calendar of one show, for download. */
    one: (show: CalendarShow, site: string): string => write(frame, [show], site),
  }
}

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
  /** 1 when the show was added; rises with each change. */
  version: number
  updatedAt: Date
}

export interface CalendarBand {
  name: string
  region?: string
  /** What makes the band's UIDs its own, wherever the site is moved. */
  calendarDomain: string
}

/** A calendar has at least one component (RFC 5545, 3.6), and one without shows has this. */
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

/** A band's shows as iCalendar (RFC 5545): whole days, which read the same everywhere. A show keeps its UID when it is
 * moved, so that calendars move it too. Each is written once, for as long as it is the same object. */
export function showsCalendar(band: CalendarBand) {
  const prodId = { company: band.name, product: 'shows' }
  const frame = ical({ prodId })

  const writerFor = (site: string) =>
    memoize((show: CalendarShow) => {
      const event = new ICalEvent(
        {
          id: `${show.id}@${band.calendarDomain}`,
          start: show.date,
          end: addDays(show.date, 1),
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

  // Whoever asks chooses the host's name: what was written for one is kept.
  let last = { site: '', write: writerFor('') }

  function write(calendar: ICalCalendar, shows: CalendarShow[], site: string): string {
    if (site !== last.site) last = { site, write: writerFor(site) }
    return `${calendar.toString().slice(0, -end.length)}${shows.map(last.write).join('')}${end}\r\n`
  }

  return {
    /** To subscribe to.
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

    /** One show, to keep. */
    one: (show: CalendarShow, site: string): string => write(frame, [show], site),
  }
}

import ical from 'ical-generator'
import { addDays } from '../platform/calendar-day'

interface CalendarShow {
  id: string
  date: string
  venue: string
  city: string
  revision: number
  updatedAt: Date
}

interface CalendarBand {
  name: string
  /** What makes the band's UIDs its own, wherever the site is moved. */
  calendarDomain: string
}

/** All shows as iCalendar (RFC 5545) for subscription: whole days, which read the same everywhere.
 * A show keeps its UID when it is moved, so that calendars move it too. */
export function showsCalendar(band: CalendarBand, shows: CalendarShow[], site: string): string {
  const calendar = ical({
    name: `${band.name} live`,
    prodId: { company: band.name, product: 'shows' },
    ttl: 6 * 60 * 60,
    url: `${site}/shows.ics`,
  })
  for (const show of shows) {
    calendar.createEvent({
      id: `${show.id}@${band.calendarDomain}`,
      start: show.date,
      end: addDays(show.date, 1),
      allDay: true,
      floating: true,
      summary: `${band.name} at ${show.venue}`,
      location: `${show.venue}, ${show.city}`,
      url: `${site}/Shows`,
      sequence: show.revision,
      stamp: show.updatedAt,
      lastModified: show.updatedAt,
    })
  }
  return calendar.toString()
}

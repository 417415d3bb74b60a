import { calendarFeed } from '../../api/shared/site-map'
import { cacheNames } from '../offline/names'
import { networkOrFallback } from './cacheable'
import { cutShowCalendar } from './cut-show-calendar'

/** Matches the address of a show's calendar. Its group is the show's id. */
export const showCalendarPattern = /\/shows\/(\w{24})\/calendar\.ics$/

/** Responds with the calendar of one show; without the network, cut out of the saved calendar of all shows. */
export const showCalendars = networkOrFallback(async ({ params }) => {
  const [id = ''] = params as string[]
  const saved = await caches.match(calendarFeed)
  const calendar = saved && cutShowCalendar(await saved.text(), id)
  return calendar ? new Response(calendar, saved) : undefined
})

/** Saves the calendar of all shows.
 * @throws TypeError if it can't be loaded */
export const saveCalendar = async (): Promise<void> =>
  (await caches.open(cacheNames.lists)).add(calendarFeed)

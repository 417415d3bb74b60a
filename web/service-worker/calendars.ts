import { calendarFeed } from '../../api/shared/site-map'
import { cacheNames } from '../offline/names'
import { networkElse } from './cacheable'
import { calendarOfOne } from './calendar-of-one'

/** The address of the calendar of one show, with the show's id. */
export const calendarOfShow = /\/shows\/(\w{24})\/calendar\.ics$/

/** The calendars of single shows. Without the network, such a calendar is made of the saved calendar of all shows. */
export const calendars = networkElse(async ({ params }) => {
  const [id = ''] = params as string[]
  const saved = await caches.match(calendarFeed)
  const calendar = saved && calendarOfOne(await saved.text(), id)
  return calendar ? new Response(calendar, saved) : undefined
})

/** Saves the calendar of all shows. */
export const saveCalendar = async (): Promise<void> =>
  (await caches.open(cacheNames.lists)).add(calendarFeed)

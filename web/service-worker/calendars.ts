import { NetworkOnly } from 'workbox-strategies'
import { feedPaths } from '../../api/shared/site-map'
import { cacheNames } from '../offline/names'
import { uncachedNetworkTimeout } from './cacheable'
import { calendarOfOne } from './calendar-of-one'

const calendarOfShow = /^\/shows\/([\da-f]{24})\/calendar\.ics$/

export const isCalendarOfShow = ({ pathname }: URL) => calendarOfShow.test(pathname)

/** The calendars of single shows. Without the network, such a calendar is made of the saved one of all shows. */
export const calendars = new NetworkOnly({
  networkTimeoutSeconds: uncachedNetworkTimeout,
  plugins: [
    {
      async handlerDidError({ request }) {
        const [, id = ''] = calendarOfShow.exec(new URL(request.url).pathname) ?? []
        const saved = await caches.match(feedPaths.calendar, { cacheName: cacheNames.lists })
        const calendar = calendarOfOne((await saved?.text()) ?? '', id)
        const headers = { 'content-type': 'text/calendar; charset=utf-8' }
        return calendar === undefined ? undefined : new Response(calendar, { headers })
      },
    },
  ],
})

/** Saves the calendar of all shows, unless it is saved and no show has changed. */
export async function saveCalendar(hasChanged: boolean): Promise<void> {
  const cache = await caches.open(cacheNames.lists)
  if (!hasChanged && (await cache.match(feedPaths.calendar))) return
  const response = await fetch(feedPaths.calendar, { priority: 'low' })
  if (response.ok) await cache.put(feedPaths.calendar, response)
}

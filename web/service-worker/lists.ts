import type { MusicResponse } from '../../api/contract/music'
import { listPaths } from '../../api/shared/site-map'
import { isFromApi } from '../offline/api-response'
import { cacheNames } from '../offline/names'
import { removeTracksExcept } from '../offline/offline-tracks'
import { isPublicResponse, networkFirst, withSavedAt } from './cacheable'
import { saveCalendar } from './calendars'
import { deletePages, withoutSearch } from './pages'
import { savePictures } from './pictures'

/** The responses of the API that are saved: the public lists and no other. */
export const isList = ({ pathname, search }: URL) =>
  Object.values<string>(listPaths).includes(pathname) && search === ''

export const lists = networkFirst(cacheNames.lists, {
  async fetchDidSucceed({ response }) {
    if (!isFromApi(response)) throw new Error('No JSON')
    return response
  },
  cacheWillUpdate: async ({ response }) =>
    isPublicResponse(response) ? withSavedAt(response) : null,
  async cacheDidUpdate({ request, oldResponse, newResponse, event }) {
    const text = await newResponse.text()
    if (new URL(request.url).pathname === listPaths.music) {
      const { music: tracks } = JSON.parse(text) as MusicResponse
      await removeTracksExcept(tracks.map(({ mp3FilePath }) => mp3FilePath))
    }
    if ((await oldResponse?.text()) === text) return
    // Saved pages contain the old list.
    const shown = event instanceof FetchEvent ? withoutSearch(event.request.url) : undefined
    await deletePages((url) => url !== shown)
  },
})

/** Fetches the lists one after the other, saves each one that can be loaded, and then saves the calendar and the pictures. A browser
 * opens six connections to a site over HTTP/1.1, and a site that never responds must not hold them all. */
export async function refreshLists(event: ExtendableEvent): Promise<void> {
  for (const path of Object.values(listPaths))
    await Promise.allSettled(
      lists.handleAll({ event, request: new Request(path, { priority: 'low' }) }),
    )
  await Promise.allSettled([saveCalendar(), savePictures()])
}

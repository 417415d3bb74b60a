import { NetworkFirst } from 'workbox-strategies'
import type { MusicResponse } from '../../api/contract/music'
import { listPaths } from '../../api/contract/site-map'
import { cacheNames } from '../offline/kept'
import { forgetAllBut } from '../offline/kept-tracks'
import { isPublicAnswer, patience, stamped, withoutServerErrors } from './keeping'
import { dropPages } from './pages'

/** The responses of the API that are saved: the public lists and no other. */
export const isList = ({ pathname, search }: URL) =>
  Object.values<string>(listPaths).includes(pathname) && search === ''

export const lists = new NetworkFirst({
  cacheName: cacheNames.lists,
  networkTimeoutSeconds: patience,
  matchOptions: { ignoreVary: true },
  plugins: [
    withoutServerErrors,
    {
      async fetchDidSucceed({ response }) {
        const isJson = response.headers.get('content-type')?.includes('json')
        if (response.redirected || !isJson) throw new Error('The answer is not the site’s.')
        return response
      },
      cacheWillUpdate: async ({ response }) =>
        isPublicAnswer(response) ? stamped(response) : null,
      async cacheDidUpdate({ request, oldResponse, newResponse, event }) {
        const text = await newResponse.text()
        if (new URL(request.url).pathname === listPaths.music) {
          const { music: tracks } = JSON.parse(text) as MusicResponse
          await forgetAllBut(tracks.map(({ mp3FilePath }) => mp3FilePath))
        }
        if (oldResponse && (await oldResponse.text()) === text) return
        // Pages show what the lists say: those from before the change would contradict them.
        await dropPages(event instanceof FetchEvent ? event.request.url : undefined)
      },
    },
  ],
})

/** Gets both lists anew, each if it can be had. */
export async function renewLists(event: ExtendableEvent): Promise<void> {
  const renewals = Object.values(listPaths).map((path) =>
    lists.handleAll({ event, request: new Request(path, { priority: 'low' }) }),
  )
  await Promise.allSettled(renewals.flat())
}

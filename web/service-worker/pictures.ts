import { NetworkOnly } from 'workbox-strategies'
import type { Show } from '../../api/contract/shows'
import { picturesIn, savedWidth, sizePath } from '../../api/shared/picture-sizes'
import { listPaths, prefixes } from '../../api/shared/site-map'
import { cacheNames } from '../offline/names'

const sized = new RegExp(`^((?:${prefixes.demo}|${prefixes.pictures})/.+)-\\d+\\.avif$`)

/** The address of the picture itself in the address of one of its sizes. */
const sourceOf = (path: string) => {
  const [, name] = sized.exec(path) ?? []
  return name && `${name}.jpg`
}

export const isPicture = ({ pathname }: URL) => sourceOf(pathname) !== undefined

/** Each picture has several sizes, one of which is saved under the address of the picture itself. Without the network, the
 * saved size is used for all. */
export const pictures = new NetworkOnly({
  plugins: [
    {
      async handlerDidError({ request }) {
        const cache = await caches.open(cacheNames.pictures)
        return cache.match(sourceOf(new URL(request.url).pathname) ?? request)
      },
    },
  ],
})

/** Saves one size of each picture in the saved words of the band and in its coming shows, and deletes the other saved ones. */
export async function savePictures(): Promise<void> {
  const lists = await caches.open(cacheNames.lists)
  const saved = (path: string) => lists.match(path, { ignoreVary: true })
  const site = await (await saved(listPaths.site))?.json()
  const shows: { shows: Show[] } | undefined = await (await saved(listPaths.shows))?.json()
  // A day earlier, because it may be another day where the band is.
  const today = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString()
  await keepPictures([site, shows?.shows.filter(({ date }) => date >= today.slice(0, 10))])
}

/** @param contents each object in them with an address and a width is a picture */
async function keepPictures(contents: unknown): Promise<void> {
  const cache = await caches.open(cacheNames.pictures)
  const current = new Map(picturesIn(contents).map(({ src, width }) => [src, savedWidth(width)]))
  const saved = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  for (const path of saved) if (!current.has(path)) await cache.delete(path)
  for (const [src, width] of current) {
    if (saved.has(src)) continue
    const response = await fetch(width ? sizePath(src, width) : src, { priority: 'low' })
    if (response.ok) await cache.put(src, response)
  }
}

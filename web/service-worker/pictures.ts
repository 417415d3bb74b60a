import type { ShowsResponse } from '../../api/contract/shows'
import { picturesIn, savedWidth, sizePath } from '../../api/shared/picture-sizes'
import { listPaths, prefixes } from '../../api/shared/site-map'
import { cacheNames } from '../offline/names'
import { networkOrFallback } from './cacheable'

/** Matches the address of a size of a picture. Its group is the picture's own address without “.jpg”. */
export const pictureSizePattern = new RegExp(
  `((?:${prefixes.demo}|${prefixes.pictures})/.+)-\\d+\\.avif$`,
)

/** Each picture has several sizes, one of which is saved under the address of the picture itself. Without the network, the
 * saved size is used for all. */
export const pictures = networkOrFallback(({ params }) =>
  caches.match(`${(params as string[])[0]}.jpg`, { cacheName: cacheNames.pictures }),
)

const savedList = async (path: string) => (await caches.match(path))?.json()

/** Saves one size of each picture in the saved words of the band and in its saved coming shows, and deletes all other saved
 * pictures. */
export async function savePictures(): Promise<void> {
  const shows: ShowsResponse | undefined = await savedList(listPaths.shows)
  // From yesterday on, because it may still be yesterday where the band is. A date sorts before a time on the same date.
  const twoDaysAgo = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000).toISOString()
  const coming = shows?.shows.filter(({ date }) => date > twoDaysAgo)
  const cache = await caches.open(cacheNames.pictures)
  const current = picturesIn([await savedList(listPaths.site), coming])
  const saved = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  for (const path of saved) if (!current.some(({ src }) => src === path)) await cache.delete(path)
  for (const { src, width } of current) {
    if (saved.has(src)) continue
    saved.add(src)
    const size = savedWidth(width)
    const response = await fetch(size ? sizePath(src, size) : src, { priority: 'low' })
    if (response.ok) await cache.put(src, response)
  }
}

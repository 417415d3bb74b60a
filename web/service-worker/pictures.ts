import { NetworkOnly } from 'workbox-strategies'
import { picturesIn, savedWidth, sizePath } from '../../api/shared/picture-sizes'
import { prefixes } from '../../api/shared/site-map'
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

/** Saves one size of each of the band's pictures, and deletes the saved ones that the band no longer has.
 * @param site the band's words */
export async function savePictures(site: unknown): Promise<void> {
  const cache = await caches.open(cacheNames.pictures)
  const current = new Map(picturesIn(site).map(({ src, width }) => [src, savedWidth(width)]))
  const saved = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  for (const path of saved) if (!current.has(path)) await cache.delete(path)
  for (const [src, width] of current) {
    if (saved.has(src)) continue
    const response = await fetch(width ? sizePath(src, width) : src, { priority: 'low' })
    if (response.ok) await cache.put(src, response)
  }
}

import { matchPrecache } from 'workbox-precaching'
import { NetworkOnly } from 'workbox-strategies'

const nameOf = (path: string) => /\/?assets\/(.+)-[\w-]{8}\.avif$/.exec(path)?.[1]

export const isPicture = ({ pathname }: URL) => nameOf(pathname) !== undefined

/** Each picture has several sizes, one of which is precached. Without the network, the precached size is used for all.
 * @param files addresses of the precached files */
export function pictures(files: readonly string[]) {
  const precached = new Map(files.map((file) => [nameOf(file), file]))
  return new NetworkOnly({
    plugins: [
      {
        handlerDidError: ({ request }) =>
          matchPrecache(precached.get(nameOf(new URL(request.url).pathname)) ?? request),
      },
    ],
  })
}

import { matchPrecache } from 'workbox-precaching'
import { NetworkOnly } from 'workbox-strategies'

const nameOf = (path: string) => /\/?assets\/(.+)-[\w-]{8}\.avif$/.exec(path)?.[1]

export const isPicture = ({ pathname }: URL) => nameOf(pathname) !== undefined

/** Pictures come in sizes, of which a phone keeps one: without network that one stands for all.
 * @param files addresses of what the phone keeps from the installation on */
export function pictures(files: readonly string[]) {
  const kept = new Map(files.map((file) => [nameOf(file), file]))
  return new NetworkOnly({
    plugins: [
      {
        handlerDidError: ({ request }) =>
          matchPrecache(kept.get(nameOf(new URL(request.url).pathname)) ?? request),
      },
    ],
  })
}

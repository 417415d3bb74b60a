/** Where the path begins in the address of a request, which is absolute. */
const startOfPath = (url: string) => url.indexOf('/', url.indexOf('://') + 3)

/** The path of a request, as `new URL` tells it of what Bun gives, for a fraction of the time. */
export function pathOf({ url }: Request): string {
  const start = startOfPath(url)
  const end = url.indexOf('?', start)
  return url.slice(start, end === -1 ? undefined : end)
}

/** The origin of a request, likewise. */
export const originOf = ({ url }: Request): string => url.slice(0, startOfPath(url))

/** The index at which the path begins in a request's absolute URL. */
const startOfPath = (url: string) => url.indexOf('/', url.indexOf('://') + 3)

/** The path of a request. Equals `new URL(url).pathname` for the URLs that Bun passes, but is much faster. */
export function pathOf({ url }: Request): string {
  const start = startOfPath(url)
  const end = url.indexOf('?', start)
  return url.slice(start, end === -1 ? undefined : end)
}

/** The origin of a request. Equals `new URL(url).origin` for the URLs that Bun passes, but is much faster. */
export const originOf = ({ url }: Request): string => url.slice(0, startOfPath(url))

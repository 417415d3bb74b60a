/** A response that the browser saves as a file and does not cache.
 * @param name in ASCII
 * @param content null for a HEAD request whose GET has no Content-Length */
export const download = (
  name: string,
  type: string,
  content: string | ReadableStream<Uint8Array> | null,
) =>
  new Response(content, {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  })

/** The Content-Disposition header (RFC 6266) of a displayed file, with its name: in ASCII for old clients, and in full
 * (RFC 8187) for others. */
export function contentDisposition(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const extended = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `inline; filename="${ascii}"; filename*=UTF-8''${extended}`
}

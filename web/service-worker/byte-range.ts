/** The response to a request for a saved track (RFC 9110, 14). Players seek with range requests, and Safari plays a
 * file only if the response to `bytes=0-1` has status 206.
 *
 * The response is the whole file if the Range header is missing or malformed, has another unit or several ranges, or if
 * If-Range does not match the ETag. An end past the file is clamped. A start past the file, and a suffix of zero bytes,
 * get 416. */
export async function rangeResponse(saved: Response, request: Request): Promise<Response> {
  const blob = await saved.blob()
  const headers = new Headers(saved.headers)
  headers.set('accept-ranges', 'bytes')
  const ifRange = request.headers.get('if-range')
  const isSame = ifRange === null || ifRange.trim() === headers.get('etag')
  const range = isSame ? requestedRange(request.headers.get('range'), blob.size) : undefined
  if (range === undefined) {
    headers.set('content-length', String(blob.size))
    return new Response(blob, { headers })
  }
  const [start, end] = range
  const isEmpty = start > end
  headers.set('content-range', `bytes ${isEmpty ? '*' : `${start}-${end}`}/${blob.size}`)
  headers.set('content-length', String(isEmpty ? 0 : end - start + 1))
  return isEmpty
    ? new Response(null, { status: 416, headers })
    : new Response(blob.slice(start, end + 1), { status: 206, headers })
}

/** The first and last byte of a Range header, clamped to the file; undefined if the response is the whole file. For a
 * range outside the file, the last byte is less than the first. */
function requestedRange(header: string | null, size: number): [number, number] | undefined {
  const spec = header?.replaceAll(' ', '').match(/^bytes=(?:(\d+)-(\d*)|-(\d+))$/i)
  if (!spec) return
  const [, first, last, suffix] = spec
  if (suffix !== undefined) return [Math.max(0, size - Number(suffix)), size - 1]
  const start = Number(first)
  if (!last) return [start, size - 1]
  return Number(last) < start ? undefined : [start, Math.min(Number(last), size - 1)]
}

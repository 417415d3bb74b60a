import { ifRangeHolds, parseRange } from '../../api/shared/byte-range'

/** The response to a request for a saved track (RFC 9110, 14). Players seek with range requests, and Safari plays a
 * file only if the response to `bytes=0-1` has status 206.
 * @param saved the whole track, with a Content-Length header */
export async function rangeResponse(saved: Response, request: Request): Promise<Response> {
  const headers = new Headers(saved.headers)
  const size = Number(headers.get('content-length'))
  const isSame = ifRangeHolds(request.headers.get('if-range'), headers.get('etag'))
  const range = parseRange(isSame ? request.headers.get('range') : null, size)
  if (range === 'whole') return saved
  const isPart = range !== 'unsatisfiable'
  const part = isPart ? (await saved.blob()).slice(range.start, range.end + 1) : null
  headers.set('content-length', String(part?.size ?? 0))
  headers.set('content-range', `bytes ${isPart ? `${range.start}-${range.end}` : '*'}/${size}`)
  return new Response(part, { status: isPart ? 206 : 416, headers })
}

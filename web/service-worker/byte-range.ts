import { ifRangeHolds, parseRange } from '../../api/shared/byte-range'

/** The response to a request for a saved track (RFC 9110, 14). Players seek with range requests, and Safari plays a
 * file only if the response to `bytes=0-1` has status 206. */
export async function rangeResponse(saved: Response, request: Request): Promise<Response> {
  const blob = await saved.blob()
  const headers = new Headers(saved.headers)
  headers.set('accept-ranges', 'bytes')
  const isSame = ifRangeHolds(request.headers.get('if-range'), headers.get('etag') ?? '')
  const range = parseRange(isSame ? request.headers.get('range') : null, blob.size)
  const [status, body, content] =
    range === 'whole'
      ? [200, blob]
      : range === 'unsatisfiable'
        ? [416, null, '*']
        : [206, blob.slice(range.start, range.end + 1), `${range.start}-${range.end}`]
  headers.set('content-length', String(body?.size ?? 0))
  if (content) headers.set('content-range', `bytes ${content}/${blob.size}`)
  return new Response(body, { status, headers })
}

/** The part of a kept track that a player asks for, as an answer (RFC 9110, 14): players seek by ranges,
 * and Safari plays nothing whose `bytes=0-1` isn't answered with 206.
 *
 * Another unit, several ranges and what is malformed are answered whole; an end past the file is clamped;
 * a start past it, or a suffix of nothing, gets 416. */
export async function partOf(kept: Response, request: Request): Promise<Response> {
  const blob = await kept.blob()
  const headers = new Headers(kept.headers)
  headers.set('accept-ranges', 'bytes')
  const ifRange = request.headers.get('if-range')
  const isSame = ifRange === null || ifRange.trim() === headers.get('etag')
  const range = isSame ? wantedRange(request.headers.get('range'), blob.size) : undefined
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

/** First and last byte of a Range header, clamped to the file, or nothing where all of it is due. A range
 * that has no byte in the file ends before it starts. */
function wantedRange(header: string | null, size: number): [number, number] | undefined {
  const spec = header?.replaceAll(' ', '').match(/^bytes=(?:(\d+)-(\d*)|-(\d+))$/i)
  if (!spec) return
  const [, first, last, suffix] = spec
  if (suffix !== undefined) return [Math.max(0, size - Number(suffix)), size - 1]
  const start = Number(first)
  if (!last) return [start, size - 1]
  return Number(last) < start ? undefined : [start, Math.min(Number(last), size - 1)]
}

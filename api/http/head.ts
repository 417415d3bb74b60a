import type { Step } from './request-context'

/** Responds to HEAD as to GET, without the body (RFC 9110, 9.3.2). Handlers that know the length of a
 * body set Content-Length; otherwise the body is read to measure it. A handler whose GET has a body of unknown
 * length responds with null. */
export const headWithoutBody: Step = async (context, next) => {
  const response = await next(context)
  if (!context.isHead) return response
  const { status, headers, body } = response
  if (!headers.has('content-length') && body !== null) {
    let length = 0
    // Piece by piece: an archive does not fit in memory.
    for await (const piece of body) length += piece.byteLength
    headers.set('content-length', String(length))
  }
  // Without Transfer-Encoding, Bun adds a Content-Length of 0.
  if (!headers.has('content-length') && status === 200) headers.set('transfer-encoding', 'chunked')
  return new Response(null, { status, headers })
}

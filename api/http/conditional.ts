import { createHash } from 'node:crypto'

/** A strong entity tag (RFC 9110, 8.8.3) of some bytes. */
export const entityTag = (bytes: string | Uint8Array) =>
  `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`

/** Whether an If-None-Match header contains this entity tag, by weak comparison (RFC 9110, 13.1.2). */
export function matchesEntityTag(ifNoneMatch: string | null, tag: string): boolean {
  if (ifNoneMatch === null) return false
  if (ifNoneMatch.trim() === '*') return true
  const opaque = (candidate: string) => candidate.trim().replace(/^W\//, '')
  return ifNoneMatch.split(',').some((candidate) => opaque(candidate) === opaque(tag))
}

/** Responds with 200 and these bytes, or with 304 if the client has them already. */
export function conditional(
  request: Request,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> & { etag: string },
): Response {
  if (!matchesEntityTag(request.headers.get('if-none-match'), headers.etag))
    return new Response(body, { headers })
  const { 'content-type': _, ...notModifiedHeaders } = headers
  return new Response(null, { status: 304, headers: notModifiedHeaders })
}

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

type Body = string | Uint8Array<ArrayBuffer>
type TaggedHeaders = Record<string, string> & { etag: string }

/** The 304 response if the client has the bytes with this entity tag already; otherwise undefined. */
function notModified(request: Request, headers: TaggedHeaders): Response | undefined {
  if (!matchesEntityTag(request.headers.get('if-none-match'), headers.etag)) return undefined
  const { 'content-type': _, ...notModifiedHeaders } = headers
  return new Response(null, { status: 304, headers: notModifiedHeaders })
}

/** Responds with 200 and these bytes, or with 304 if the client has them already. */
export const conditional = (request: Request, body: Body, headers: TaggedHeaders): Response =>
  notModified(request, headers) ?? new Response(body, { headers })

/** Like `conditional`, for bytes that take time to make: they are made only if the client does not have them. */
export const conditionalOnDemand = async (
  request: Request,
  make: () => Promise<Body>,
  headers: TaggedHeaders,
): Promise<Response> => notModified(request, headers) ?? new Response(await make(), { headers })

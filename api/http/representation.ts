import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { entityTag, matchesEntityTag } from './conditional'
import { acceptsEncoding } from './content-encoding'

/** A response body with its compressed variants, which are created once and not for each request. */
export interface Representation {
  /** Resolves when the fast encodings are finished; for very short and very long texts, at once. */
  ready: Promise<void>
  /** Bytes of all its encodings that are finished. */
  size(): number
  /** Responds with 200 in an encoding that the client accepts, or with 304 if the client has any encoding. */
  respond(request: Request): Response
}

interface Encoding {
  /** The name in Accept-Encoding. */
  name: string
  /** The suffix of its entity tags. */
  tagSuffix: string
  compress: (bytes: Buffer) => Promise<Buffer>
}

const brotliOf = (quality: number) => (bytes: Buffer) =>
  promisify(brotliCompress)(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })
/** Bytes. Shorter texts are not compressed. */
const minSize = 500
/** Bytes. Longer texts are sent uncompressed until the fast encodings are finished, and get no best Brotli encoding. */
const longSize = 200_000
/** These take a few milliseconds. */
const fastEncodings: Encoding[] = [
  { name: 'br', tagSuffix: 'b', compress: brotliOf(5) },
  { name: 'gzip', tagSuffix: 'gzip', compress: promisify<Buffer, Buffer>(gzip) },
]
/** The second response in Brotli starts it; when it is finished, it replaces the fast encoding. It takes forty times as long, which would be
 * wasted on a page that changes before it is requested again. */
const bestBrotli: Encoding = { name: 'br', tagSuffix: 'br', compress: brotliOf(11) }

interface Variant {
  body: Buffer<ArrayBuffer>
  /** Built once: copying headers for each response takes a third of the time of building them. */
  headers: Headers
}

/** Creates a representation. It can be sent at once, uncompressed until the compression is finished.
 * @param headers headers of each response, besides ETag and Vary */
export function represent(text: string, headers: Headers): Representation {
  const bytes = Buffer.from(text)
  const etag = entityTag(bytes)
  // Strong tags identify bytes, so each encoding has its own (RFC 9110, 8.8.3.3).
  const tagOf = (tagSuffix: string) => etag.replace(/"$/, `.${tagSuffix}"`)
  const headersFor = (tag: string, more: Record<string, string> = {}) => {
    const all = new Headers(headers)
    // Includes `origin`, because the CORS headers depend on it.
    all.set('vary', 'accept-encoding, origin')
    all.set('etag', tag)
    for (const [name, value] of Object.entries(more)) all.set(name, value)
    return all
  }
  const tags = [etag, ...[...fastEncodings, bestBrotli].map(({ tagSuffix }) => tagOf(tagSuffix))]
  const notModified = new Map(
    tags.map((tag) => {
      const notModifiedHeaders = headersFor(tag)
      notModifiedHeaders.delete('content-type')
      return [tag, notModifiedHeaders]
    }),
  )
  const identity: Variant = { body: bytes, headers: headersFor(etag) }
  const compressed = new Map<string, Variant>()

  async function compress({ name, tagSuffix, compress }: Encoding) {
    const body = (await compress(bytes)) as Buffer<ArrayBuffer>
    compressed.set(name, {
      body,
      headers: headersFor(tagOf(tagSuffix), { 'content-encoding': name }),
    })
  }

  /** If an encoding fails, the text is sent without it. */
  async function compressWith(encodings: Encoding[]) {
    await Promise.allSettled(encodings.map(compress))
  }
  const fastDone = compressWith(bytes.length < minSize ? [] : fastEncodings)
  const isLong = bytes.length > longSize

  let sentInBrotli = 0

  function variantFor(request: Request): Variant {
    const accepted = request.headers.get('accept-encoding')
    if (accepted === null) return identity
    for (const { name } of fastEncodings) {
      const variant = compressed.get(name)
      if (variant && acceptsEncoding(accepted, name)) return variant
    }
    return identity
  }

  const notModifiedFor = (ifNoneMatch: string): Headers | undefined =>
    notModified.get(ifNoneMatch) ??
    notModified.get(tags.find((tag) => matchesEntityTag(ifNoneMatch, tag)) ?? '')

  return {
    ready: isLong ? Promise.resolve() : fastDone,
    size: () =>
      [identity, ...compressed.values()].reduce((total, { body }) => total + body.length, 0),
    respond(request) {
      const ifNoneMatch = request.headers.get('if-none-match')
      const known = ifNoneMatch && notModifiedFor(ifNoneMatch)
      if (known) return new Response(null, { status: 304, headers: known })
      const variant = variantFor(request)
      if (variant === compressed.get('br') && ++sentInBrotli === 2 && !isLong)
        void compressWith([bestBrotli])
      const { body, headers } = variant
      return new Response(body, { headers })
    },
  }
}

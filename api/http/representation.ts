import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { entityTag, matchesEntityTag } from './conditional'
import { acceptsEncoding } from './content-encoding'

/** A text as it is sent again and again: packed once, not for each reader. */
export interface Representation {
  /** Changes whenever the text does. */
  etag: string
  /** Settles when it is packed, or at once where that takes longer than sending it as it is; more tightly it is packed
   * soon after. */
  ready: Promise<void>
  /** 200, packed as the client takes it, or 304 where the client has it already in whatever packing. */
  respond(request: Request): Response
}

interface Packing {
  /** As in Accept-Encoding. */
  name: string
  /** What its entity tags end with. */
  mark: string
  pack: (bytes: Buffer) => Promise<Buffer>
}

const brotliOf = (quality: number) => (bytes: Buffer) =>
  promisify(brotliCompress)(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })
/** Bytes below which packing gains nothing, and above which the tightest takes too long. */
const [smallest, large] = [500, 200_000]
/** In some milliseconds, so that nobody waits. */
const quick: Packing[] = [
  { name: 'br', mark: 'b', pack: brotliOf(5) },
  { name: 'gzip', mark: 'gzip', pack: promisify<Buffer, Buffer>(gzip) },
]
/** In the place of the quick one, for all who come later. */
const tight: Packing = { name: 'br', mark: 'br', pack: brotliOf(11) }

interface Form {
  body: Buffer<ArrayBuffer>
  /** Made once: what is copied whole for each answer costs a third of what is put together for it. */
  headers: Headers
}

/** Makes a representation. It can be sent at once; until it is packed it goes as it is.
 * @param headers what stands on each answer, but for ETag and Vary */
export function represent(text: string, headers: Headers): Representation {
  const bytes = Buffer.from(text)
  const etag = entityTag(bytes)
  // Strong tags name bytes, so each packing has its own (RFC 9110, 8.8.3.3).
  const tagOf = (mark: string) => etag.replace(/"$/, `.${mark}"`)
  const headersFor = (tag: string, more: Record<string, string> = {}) => {
    const all = new Headers(headers)
    // By its origin too: the routes say to each caller whether it may read the answer.
    all.set('vary', 'accept-encoding, origin')
    all.set('etag', tag)
    for (const [name, value] of Object.entries(more)) all.set(name, value)
    return all
  }
  const tags = [etag, ...[...quick, tight].map(({ mark }) => tagOf(mark))]
  const notModified = new Map(
    tags.map((tag) => {
      const kept = headersFor(tag)
      kept.delete('content-type')
      return [tag, kept]
    }),
  )
  const plain: Form = { body: bytes, headers: headersFor(etag) }
  const packed = new Map<string, Form>()

  async function pack({ name, mark, pack }: Packing) {
    const body = (await pack(bytes)) as Buffer<ArrayBuffer>
    packed.set(name, { body, headers: headersFor(tagOf(mark), { 'content-encoding': name }) })
  }

  async function packAll() {
    if (bytes.length < smallest) return
    // What could not be packed goes as it is.
    const isPacked = Promise.allSettled(quick.map(pack))
    if (bytes.length > large) return
    await isPacked
    void Promise.allSettled([pack(tight)])
  }
  const ready = packAll()

  function formFor(request: Request): Form {
    const accepted = request.headers.get('accept-encoding')
    if (accepted === null) return plain
    for (const { name } of quick) {
      const form = packed.get(name)
      if (form && acceptsEncoding(accepted, name)) return form
    }
    return plain
  }

  function notModifiedFor(ifNoneMatch: string): Headers | undefined {
    const known = notModified.get(ifNoneMatch)
    if (known) return known
    const tag = tags.find((tag) => matchesEntityTag(ifNoneMatch, tag))
    return tag === undefined ? undefined : notModified.get(tag)
  }

  return {
    etag,
    ready,
    respond(request) {
      const ifNoneMatch = request.headers.get('if-none-match')
      const known = ifNoneMatch && notModifiedFor(ifNoneMatch)
      if (known) return new Response(null, { status: 304, headers: known })
      const { body, headers } = formFor(request)
      return new Response(body, { headers })
    },
  }
}

import { ObjectId } from 'mongodb'
import { matchesEntityTag } from '../http/conditional'
import { contentDisposition } from '../http/content-disposition'
import { notFound } from '../http/problem'
import type { RequestContext } from '../http/request-context'
import type { Secure } from '../http/security-headers'
import type { Logger } from '../process/log'
import { type AudioCache, NoRoomError } from './audio-cache'
import { type AudioFile, type AudioFiles, BrokenFileError } from './audio-files'
import { type ByteRange, ifRangeHolds, parseRange } from './byte-range'

interface Dependencies {
  files: AudioFiles
  cache: AudioCache
  secure: Secure
  log: Logger
}

const largestWindow = 1024 * 1024
/** Bytes. Reading so few at once is faster than streaming them; a thousand slow listeners hold 64 MB. */
const largestReadAtOnce = 65_536
const maxKnownFiles = 10_000

/** A file with the headers of responses about it. */
interface KnownFile {
  id: string
  file: AudioFile
  etag: string
  headers: Headers
  /** Of a response without any of its bytes. */
  bareHeaders: Headers
}

/** Responds with mp3s (RFC 9110, 14: range requests), from copies on disk where there are any. */
export function createAudioResponses({ files, cache, secure, log }: Dependencies) {
  const byId = new Map<string, KnownFile>()
  const byPath = new Map<string, KnownFile>()

  /** The bytes of a file never change, so what is known of it stays true while it exists. Its copy on disk goes when the
   * file does. */
  async function find(id: string, hasCopy: boolean): Promise<KnownFile> {
    const seen = byId.get(id)
    if (seen && hasCopy) return seen
    const file = await files.find(new ObjectId(id))
    byId.delete(id)
    if (!file) throw notFound()
    if (byId.size >= maxKnownFiles) byId.clear()
    const headers = headersOf(file)
    const known = {
      ...{ id: file.id.toHexString(), file, etag: headers.etag },
      headers: secure(new Headers(headers)),
      bareHeaders: secure(new Headers(bareHeadersOf(file))),
    }
    byId.set(id, known)
    return known
  }

  /** Responds from the copy of a file that was requested under this path before. */
  function cached(context: RequestContext): Response | undefined {
    const known = byPath.get(context.path)
    return known && fromCopy(known, wantedOf(context, known))
  }

  async function respond(context: RequestContext, parameters: { id: string; name: string }) {
    const known = await find(parameters.id, cache.lookUp(parameters.id) !== undefined)
    if (parameters.name !== known.file.name) throw notFound()
    // A path has many spellings, of which clients choose one.
    if (byPath.size >= maxKnownFiles) byPath.clear()
    byPath.set(context.path, known)
    const wanted = wantedOf(context, known)
    return fromCopy(known, wanted) ?? fromDatabase(known, wanted)
  }

  function fromCopy({ id, file, headers }: KnownFile, wanted: Wanted): Response | undefined {
    if (isRange(wanted) && wanted.end - wanted.start < largestReadAtOnce) {
      const bytes = cache.read(id, wanted.start, wanted.end + 1)
      return bytes && partOf(file, headers, bytes, wanted)
    }
    const path = cache.lookUp(id)
    if (path === undefined) return
    if (wanted instanceof Response) return wanted
    const whole = Bun.file(path)
    if (wanted === 'whole') return new Response(whole, { headers })
    return partOf(file, headers, whole.slice(wanted.start, wanted.end + 1), wanted)
  }

  async function fromDatabase({ file, headers }: KnownFile, wanted: Wanted): Promise<Response> {
    if (wanted instanceof Response) return wanted
    if (wanted === 'whole') return new Response(await copied(file), { headers })
    // A window comes at once, while the whole file is copied.
    cache
      .fill(file)
      .catch((err: unknown) => log.error({ err }, 'an mp3 could not be copied to the cache'))
    const end = Math.min(wanted.end, wanted.start + largestWindow - 1)
    const window = await files.read(file.id, wanted.start, end + 1)
    return partOf(file, headers, window, { start: wanted.start, end })
  }

  /** The whole file from the disk, or where that is full, straight from the database. */
  async function copied(file: AudioFile): Promise<Blob | ReadableStream<Uint8Array>> {
    try {
      return Bun.file(await cache.fill(file))
    } catch (error) {
      if (error instanceof NoRoomError) return asStream(whole(file))
      // The track may have been replaced or deleted meanwhile.
      if (error instanceof BrokenFileError && !(await files.find(file.id))) throw notFound()
      throw error
    }
  }

  /** Breaks off where bytes are missing, so that a client can't take the response for whole. */
  async function* whole(file: AudioFile) {
    let size = 0
    for await (const piece of files.pieces(file.id)) {
      size += piece.length
      yield piece
    }
    if (size !== file.size) throw new BrokenFileError()
  }

  return { respond, cached }
}

/** A stream that is read only as fast as the client takes it. */
const asStream = (pieces: AsyncGenerator<Uint8Array>) =>
  new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await pieces.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: async () => void (await pieces.return(undefined)),
    },
    { highWaterMark: 0 },
  )

const bareHeadersOf = (file: AudioFile) => ({
  etag: `"${file.sha256}"`,
  'accept-ranges': 'bytes',
  'cache-control': 'public, max-age=31536000, immutable',
  // The CORS headers depend on it.
  vary: 'origin',
})

const headersOf = (file: AudioFile) => ({
  ...bareHeadersOf(file),
  'content-type': 'audio/mpeg',
  'content-disposition': contentDisposition('inline', file.name),
})

/** Which bytes of a file a request wants, or the response where it wants none. */
type Wanted = ByteRange | 'whole' | Response

const isRange = (wanted: Wanted): wanted is ByteRange =>
  wanted !== 'whole' && !(wanted instanceof Response)

function wantedOf(
  { request, isHead }: RequestContext,
  { file, etag, headers, bareHeaders }: KnownFile,
): Wanted {
  if (matchesEntityTag(request.headers.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers: bareHeaders })
  if (isHead) return withHeader('content-length', `${file.size}`, new Response(null, { headers }))
  const isSameFile = ifRangeHolds(request.headers.get('if-range'), etag)
  const range = parseRange(isSameFile ? request.headers.get('range') : null, file.size)
  if (range !== 'unsatisfiable') return range
  const none = new Response(null, { status: 416, headers: bareHeaders })
  none.headers.set('cache-control', 'no-store')
  return withHeader('content-range', `bytes */${file.size}`, none)
}

const partOf = (
  { size }: AudioFile,
  headers: Headers,
  body: Blob | Uint8Array<ArrayBuffer>,
  { start, end }: ByteRange,
) =>
  withHeader(
    'content-range',
    `bytes ${start}-${end}/${size}`,
    new Response(body, { status: 206, headers }),
  )

function withHeader(name: string, value: string, response: Response): Response {
  response.headers.set(name, value)
  return response
}

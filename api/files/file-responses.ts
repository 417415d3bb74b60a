import { ObjectId } from 'mongodb'
import { matchesEntityTag } from '../http/conditional'
import { contentDisposition } from '../http/content-disposition'
import { notFound } from '../http/problem'
import type { RequestContext } from '../http/request-context'
import { BrokenFileError } from '../mongo/file-pieces'
import type { Logger } from '../process/log'
import { createPauses } from '../process/pauses'
import { type ByteRange, ifRangeHolds, parseRange } from '../shared/byte-range'
import { type FileCache, NoRoomError } from './file-cache'
import type { StoredFile, StoredFiles } from './stored-files'

interface Dependencies {
  files: StoredFiles
  /** Without it, every response is read from the database. */
  cache?: FileCache
  /** Whether a file may be served; by default every one. */
  isServed?: (file: StoredFile) => boolean
  log: Logger
}

/** Bytes of a file that are read from the database for one response. */
const maxWindow = 1024 * 1024
/** Bytes. Reading parts up to this size at once is faster than streaming; a thousand slow clients take 64 MB. */
const maxReadAtOnce = 65_536
/** Milliseconds for which a file that could not be copied is not copied again. */
const copyPause = 10 * 60_000
const maxKnownFiles = 10_000

/** A file with the headers of responses about it. */
interface KnownFile {
  id: string
  file: StoredFile
  etag: string
  headers: Headers
  /** Headers of responses without any of its bytes. */
  bareHeaders: Headers
}

/** Responds with stored files (RFC 9110, 14: range requests), from copies on disk if possible. */
export function createFileResponses({ files, cache, isServed = () => true, log }: Dependencies) {
  const find = createFileFinder(files)
  const pauses = createPauses(copyPause)

  async function respond(context: RequestContext, parameters: { id: string; name: string }) {
    const known = await find(parameters.id, cache?.lookUp(parameters.id) !== undefined)
    if (parameters.name !== known.file.name || !isServed(known.file)) throw notFound()
    const requested = requestedOf(context, known)
    if (requested instanceof Response) return requested
    return fromCopy(known, requested) ?? fromDatabase(known, requested)
  }

  function fromCopy({ id, file, headers }: KnownFile, requested: Requested): Response | undefined {
    if (requested !== 'whole' && requested.end - requested.start < maxReadAtOnce) {
      const bytes = cache?.read(id, requested.start, requested.end + 1)
      return bytes && partOf(file, headers, bytes, requested)
    }
    const path = cache?.lookUp(id)
    if (path === undefined) return
    const whole = Bun.file(path)
    if (requested === 'whole') return new Response(whole, { headers })
    return partOf(file, headers, whole.slice(requested.start, requested.end + 1), requested)
  }

  async function fromDatabase({ file, headers }: KnownFile, requested: Requested) {
    if (!cache) return streamed(file, headers, requested)
    if (requested === 'whole') return new Response(await copied(file, cache), { headers })
    // Sends a part of the file at once, while the whole file is copied.
    copyLater(file, cache)
    const end = Math.min(requested.end, requested.start + maxWindow - 1)
    const window = await files.read(file.id, requested.start, end + 1)
    return partOf(file, headers, window, { start: requested.start, end })
  }

  function copyLater(file: StoredFile, cache: FileCache) {
    const id = file.id.toHexString()
    if (pauses.has(id)) return
    cache.fill(file).catch((err: unknown) => {
      pauses.begin(id)
      log.error({ err }, 'a file could not be copied to the cache')
    })
  }

  /** The whole file from the disk, or from the database if the disk is full. */
  async function copied(file: StoredFile, cache: FileCache) {
    try {
      return Bun.file(await cache.fill(file))
    } catch (error) {
      if (error instanceof NoRoomError) return asStream(whole(file))
      // The file may have been replaced or deleted meanwhile.
      if (error instanceof BrokenFileError && !(await files.find(file.id))) throw notFound()
      throw error
    }
  }

  /** A response from the database without a copy on disk: one that fits in memory is read at once and has a length. */
  async function streamed(file: StoredFile, headers: Headers, requested: Requested) {
    const range = requested === 'whole' ? { start: 0, end: file.size - 1 } : requested
    const body =
      range.end - range.start < maxWindow
        ? await files.read(file.id, range.start, range.end + 1)
        : asStream(windowsOf(file, range))
    return requested === 'whole'
      ? new Response(body, { headers })
      : partOf(file, headers, body, range)
  }

  async function* windowsOf({ id }: StoredFile, { start, end }: ByteRange) {
    for (let at = start; at <= end; at += maxWindow)
      yield await files.read(id, at, Math.min(at + maxWindow, end + 1))
  }

  /** Throws if bytes are missing, so that the response is aborted and the client detects that it is incomplete. */
  async function* whole(file: StoredFile) {
    let size = 0
    for await (const piece of files.pieces(file.id)) {
      size += piece.length
      yield piece
    }
    if (size !== file.size) throw new BrokenFileError()
  }

  return { respond }
}

/** Makes the function that finds a file: from memory if its copy is on disk, because the bytes of a file never change and
 * its copy is removed with the file. */
function createFileFinder(files: StoredFiles) {
  const byId = new Map<string, KnownFile>()
  return async function find(id: string, hasCopy: boolean): Promise<KnownFile> {
    const seen = byId.get(id)
    if (seen && hasCopy) return seen
    const file = await files.find(new ObjectId(id))
    byId.delete(id)
    if (!file) throw notFound()
    if (byId.size >= maxKnownFiles) byId.clear()
    const etag = `"${file.sha256}"`
    const bareHeaders = new Headers({
      etag,
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
      // The CORS headers depend on it.
      vary: 'origin',
    })
    const headers = new Headers(bareHeaders)
    headers.set('content-type', file.contentType)
    headers.set('content-disposition', contentDisposition(file.name))
    const known = { id: file.id.toHexString(), file, etag, headers, bareHeaders }
    byId.set(id, known)
    return known
  }
}

/** Bun sends a generator as a stream with backpressure, which its types do not declare. */
const asStream = (pieces: AsyncGenerator<Uint8Array>) =>
  pieces as unknown as ReadableStream<Uint8Array>

type Requested = ByteRange | 'whole'

/** @returns the requested bytes of a file, or a response without a body */
function requestedOf(
  { request, isHead }: RequestContext,
  { file, etag, headers, bareHeaders }: KnownFile,
): Requested | Response {
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

type Body = ConstructorParameters<typeof Response>[0]

function partOf({ size }: StoredFile, headers: Headers, body: Body, { start, end }: ByteRange) {
  const part = new Response(body, { status: 206, headers })
  return withHeader('content-range', `bytes ${start}-${end}/${size}`, part)
}

function withHeader(name: string, value: string, response: Response): Response {
  response.headers.set(name, value)
  return response
}

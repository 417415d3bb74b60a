import { Elysia } from 'elysia'
import { matchesEntityTag } from '../http/conditional'
import { isHead } from '../http/head-requests'
import { notFound } from '../http/problem'
import { pathOf } from '../http/request-url'
import type { Secure } from '../http/security-headers'
import { objectIdOf } from '../mongo/object-id'
import { type AudioCache, NoRoomError } from './audio-cache'
import { type AudioFile, type AudioFiles, BrokenFileError } from './audio-files'
import { type ByteRange, ifRangeHolds, parseRange } from './byte-range'

interface Parts {
  files: AudioFiles
  cache: AudioCache
  secure: Secure
  /** Bun.file, given by the process: tests of everything else run without Bun. */
  openFile: (path: string) => Blob
  /** What failed behind an answer that went well. */
  onFillError: (error: unknown) => void
}

const largestWindow = 1024 * 1024
/** Bytes: reading so few takes less than beginning to stream them, and a thousand slow listeners hold 64 MB. */
const largestReadAtOnce = 65_536
const mostKnownFiles = 10_000

/** A file with what stands on each answer with it. */
interface Listened {
  id: string
  file: AudioFile
  etag: string
  headers: Headers
  /** What stands on an answer without any of it. */
  bareHeaders: Headers
}

/** The mp3s themselves (RFC 9110, 14: range requests). */
export const openAudio = ({ files, cache, secure, openFile, onFillError }: Parts) => {
  const byId = new Map<string, Listened>()
  const byPath = new Map<string, Listened>()

  /** Their bytes never change, so what is known of a file stays true while it exists; a copy on disk goes
   * when the file does. */
  async function find(text: string, hasCopy: boolean): Promise<Listened> {
    const seen = byId.get(text)
    if (seen && hasCopy) return seen
    const file = await files.find(objectIdOf(text))
    byId.delete(text)
    if (!file) throw notFound()
    if (byId.size >= mostKnownFiles) byId.clear()
    const headers = headersOf(file)
    const listened = {
      ...{ id: file.id.toHexString(), file, etag: headers.etag },
      headers: secure(new Headers(headers)),
      bareHeaders: secure(new Headers(bareHeadersOf(file))),
    }
    byId.set(text, listened)
    return listened
  }

  /** What was heard before at an address, off the disk. */
  function known(request: Request, path: string): Response | undefined {
    const listened = byPath.get(path)
    return listened && fromCopy(listened, askedOf(request, listened))
  }

  async function answer(request: Request, params: { id: string; name: string }) {
    const listened = await find(params.id, cache.lookUp(params.id) !== undefined)
    if (params.name !== listened.file.name) throw notFound()
    // Spellings of it are the listeners' to choose.
    if (byPath.size >= mostKnownFiles) byPath.clear()
    byPath.set(pathOf(request), listened)
    const asked = askedOf(request, listened)
    return fromCopy(listened, asked) ?? fromDatabase(listened, asked)
  }

  function fromCopy({ id, file, headers }: Listened, asked: Asked): Response | undefined {
    if (isRange(asked) && asked.end - asked.start < largestReadAtOnce) {
      const bytes = cache.read(id, asked.start, asked.end + 1)
      return bytes && partOf(file, headers, bytes, asked)
    }
    const path = cache.lookUp(id)
    if (path === undefined) return
    if (asked instanceof Response) return asked
    const whole = openFile(path)
    if (asked === 'whole') return new Response(whole, { headers })
    return partOf(file, headers, whole.slice(asked.start, asked.end + 1), asked)
  }

  async function fromDatabase({ file, headers }: Listened, asked: Asked): Promise<Response> {
    if (asked instanceof Response) return asked
    if (asked === 'whole') return new Response(await copied(file), { headers })
    // Nobody waits for the whole file: a window of it is answered while the copying goes on.
    cache.fill(file).catch(onFillError)
    const end = Math.min(asked.end, asked.start + largestWindow - 1)
    const window = await files.read(file.id, asked.start, end + 1)
    return partOf(file, headers, window, { start: asked.start, end })
  }

  /** The whole file off the disk, or where that is full, right out of the database. */
  async function copied(file: AudioFile): Promise<Blob | ReadableStream<Uint8Array>> {
    try {
      return openFile(await cache.fill(file))
    } catch (error) {
      if (error instanceof NoRoomError) return asStream(whole(file))
      // Whoever replaced or deleted the track may have been quicker.
      if (error instanceof BrokenFileError && !(await files.find(file.id))) throw notFound()
      throw error
    }
  }

  /** What is missing breaks the answer off, so that nobody takes it for whole. */
  async function* whole(file: AudioFile) {
    let size = 0
    for await (const piece of files.pieces(file.id)) {
      size += piece.length
      yield piece
    }
    if (size !== file.size) throw new BrokenFileError()
  }

  const routes = new Elysia({ name: 'audio' }).get('/audio/:id/:name', ({ request, params }) =>
    answer(request, params),
  )
  return { routes, known }
}

/** Read only as fast as the listener takes it. */
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
  // The routes say to each caller whether it may read the answer.
  vary: 'origin',
})

const headersOf = (file: AudioFile) => ({
  ...bareHeadersOf(file),
  'content-type': 'audio/mpeg',
  'content-disposition': contentDisposition(file.name),
})

/** What bytes of a file are asked for, or the answer where none are. */
type Asked = ByteRange | 'whole' | Response

const isRange = (asked: Asked): asked is ByteRange =>
  asked !== 'whole' && !(asked instanceof Response)

function askedOf(request: Request, { file, etag, headers, bareHeaders }: Listened): Asked {
  if (matchesEntityTag(request.headers.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers: bareHeaders })
  if (isHead(request))
    return withHeader('content-length', `${file.size}`, new Response(null, { headers }))
  const isAsAsked = ifRangeHolds(request.headers.get('if-range'), etag)
  const range = parseRange(isAsAsked ? request.headers.get('range') : null, file.size)
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

function withHeader(name: string, value: string, answer: Response): Response {
  answer.headers.set(name, value)
  return answer
}

/** The name for saving (RFC 6266), written so that any file name is safe in a header. */
function contentDisposition(name: string) {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const extended = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `inline; filename="${plain}"; filename*=UTF-8''${extended}`
}

import { Elysia } from 'elysia'
import { matchesEntityTag } from '../platform/conditional'
import { isHead } from '../platform/head-requests'
import { objectIdOf } from '../platform/object-id'
import { notFound } from '../platform/problem'
import { type AudioCache, NoRoomError } from './audio-cache'
import { type AudioFile, type AudioFiles, BrokenFileError } from './audio-files'
import { type ByteRange, ifRangeHolds, parseRange } from './byte-range'

interface Parts {
  files: AudioFiles
  cache: AudioCache
  /** Bun.file, given by the process: tests of everything else run without Bun. */
  openFile: (path: string) => Blob
  /** What failed behind an answer that went well. */
  onFillError: (error: unknown) => void
}

const largestWindow = 1024 * 1024
const mostKnownFiles = 10_000

/** The mp3s themselves (RFC 9110, 14: range requests). */
export const audioRoutes = ({ files, cache, openFile, onFillError }: Parts) => {
  const known = new Map<string, AudioFile>()

  /** Their bytes never change, so what is known of a file stays true while it exists; a copy on disk goes
   * when the file does. */
  async function find(text: string, hasCopy: boolean): Promise<AudioFile> {
    const seen = known.get(text)
    if (seen && hasCopy) return seen
    const file = await files.find(objectIdOf(text))
    known.delete(text)
    if (!file) throw notFound()
    if (known.size >= mostKnownFiles) known.clear()
    known.set(text, file)
    return file
  }

  async function answer(request: Request, params: { id: string; name: string }) {
    const path = cache.lookUp(params.id)
    const file = await find(params.id, path !== undefined)
    if (params.name !== file.name) throw notFound()
    const headers = headersOf(file)
    if (matchesEntityTag(request.headers.get('if-none-match'), headers.etag))
      return new Response(null, { status: 304, headers })
    if (isHead(request))
      return new Response(null, { headers: { ...headers, 'content-length': String(file.size) } })

    const isAsAsked = ifRangeHolds(request.headers.get('if-range'), headers.etag)
    const range = parseRange(isAsAsked ? request.headers.get('range') : null, file.size)
    if (range === 'unsatisfiable')
      return new Response(null, {
        status: 416,
        headers: { ...headers, 'content-range': `bytes */${file.size}` },
      })
    if (range === 'whole')
      return new Response(path ? openFile(path) : await copied(file), { headers })
    return partOf(file, path, range)
  }

  async function partOf(file: AudioFile, path: string | undefined, range: ByteRange) {
    if (path) return partial(file, openFile(path).slice(range.start, range.end + 1), range)
    // Nobody waits for the whole file: a window of it is answered while the copying goes on.
    cache.fill(file).catch(onFillError)
    const end = Math.min(range.end, range.start + largestWindow - 1)
    const window = await files.read(file.id, range.start, end + 1)
    return partial(file, window, { start: range.start, end })
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

  return new Elysia({ name: 'audio' }).get('/audio/:id/:name', ({ request, params }) =>
    answer(request, params),
  )
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

const headersOf = (file: AudioFile) => ({
  etag: `"${file.sha256}"`,
  'content-type': 'audio/mpeg',
  'accept-ranges': 'bytes',
  'cache-control': 'public, max-age=31536000, immutable',
  'content-disposition': contentDisposition(file.name),
})

const partial = (
  file: AudioFile,
  body: Blob | Uint8Array<ArrayBuffer>,
  { start, end }: ByteRange,
) =>
  new Response(body, {
    status: 206,
    headers: {
      ...headersOf(file),
      'content-range': `bytes ${start}-${end}/${file.size}`,
      'content-length': String(end - start + 1),
    },
  })

/** The name for saving (RFC 6266), written so that any file name is safe in a header. */
function contentDisposition(name: string) {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const extended = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `inline; filename="${plain}"; filename*=UTF-8''${extended}`
}

import { Elysia } from 'elysia'
import { matchesEntityTag } from '../platform/conditional'
import { isHead } from '../platform/head-requests'
import { objectIdOf } from '../platform/object-id'
import { notFound } from '../platform/problem'
import type { AudioCache } from './audio-cache'
import type { AudioFile, AudioFiles } from './audio-files'
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
      return new Response(openFile(path ?? (await cache.fill(file))), { headers })
    if (path) return partial(file, openFile(path).slice(range.start, range.end + 1), range)
    // Nobody waits for the whole file: a window of it is answered while the copying goes on.
    cache.fill(file).catch(onFillError)
    const end = Math.min(range.end, range.start + largestWindow - 1)
    const window = await files.read(file.id, range.start, end + 1)
    return partial(file, window, { start: range.start, end })
  }

  return new Elysia({ name: 'audio' }).get('/audio/:id/:name', ({ request, params }) =>
    answer(request, params),
  )
}

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

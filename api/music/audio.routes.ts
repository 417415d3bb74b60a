import { Elysia } from 'elysia'
import { matchesEntityTag } from '../platform/conditional'
import { isHead } from '../platform/head-requests'
import { objectIdOf } from '../platform/object-id'
import { notFound } from '../platform/problem'
import type { AudioCache } from './audio-cache'
import type { AudioFile, AudioFiles } from './audio-files'
import { ifRangeHolds, parseRange } from './byte-range'

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

  /** Their bytes never change, so what is known of a file stays true while it exists. */
  async function find(text: string): Promise<AudioFile> {
    const seen = known.get(text)
    if (seen && cache.lookUp(text)) return seen
    const file = await files.find(objectIdOf(text))
    known.delete(text)
    if (!file) throw notFound()
    if (known.size >= mostKnownFiles) known.clear()
    known.set(text, file)
    return file
  }

  async function answer(request: Request, params: { id: string; name: string }) {
    const file = await find(params.id)
    if (params.name !== file.name) throw notFound()
    const etag = `"${file.sha256}"`
    const headers: Record<string, string> = {
      etag,
      'content-type': 'audio/mpeg',
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-disposition': contentDisposition(file.name),
    }
    if (matchesEntityTag(request.headers.get('if-none-match'), etag))
      return new Response(null, { status: 304, headers })

    const asked = isHead(request) ? null : request.headers.get('range')
    const range = ifRangeHolds(request.headers.get('if-range'), etag)
      ? parseRange(asked, file.size)
      : 'whole'
    if (range === 'unsatisfiable')
      return new Response(null, {
        status: 416,
        headers: { ...headers, 'content-range': `bytes */${file.size}` },
      })
    if (isHead(request))
      return new Response(null, { headers: { ...headers, 'content-length': String(file.size) } })

    const path = cache.lookUp(params.id)
    if (range === 'whole') {
      const body = openFile(path ?? (await cache.fill(file)))
      return new Response(body, { headers })
    }
    if (path) {
      const body = openFile(path).slice(range.start, range.end + 1)
      return partial(body, range.start, range.end)
    }
    // Nobody waits for the whole file: a window of it is answered while the copying goes on.
    cache.fill(file).catch(onFillError)
    const end = Math.min(range.end, range.start + largestWindow - 1)
    return partial(await files.read(file.id, range.start, end + 1), range.start, end)

    function partial(body: Blob | Uint8Array<ArrayBuffer>, start: number, end: number) {
      return new Response(body, {
        status: 206,
        headers: {
          ...headers,
          'content-range': `bytes ${start}-${end}/${file.size}`,
          'content-length': String(end - start + 1),
        },
      })
    }
  }

  return new Elysia({ name: 'audio' }).get('/audio/:id/:name', ({ request, params }) =>
    answer(request, params),
  )
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

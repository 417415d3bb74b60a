import { createHash } from 'node:crypto'
import type { Db } from 'mongodb'
import { pictureOperations } from '../contract/pictures'
import type { Drawings } from '../drawing/drawings'
import { conditional } from '../http/conditional'
import type { limitUploads } from '../http/multipart'
import { notFound } from '../http/problem'
import type { PublicResponses } from '../http/public-responses'
import { type Authorise, implement, reply } from '../http/route'
import { startBackgroundTask } from '../process/background-task'
import type { Logger } from '../process/log'
import { widthsOf } from '../shared/picture-sizes'
import { prefixes } from '../shared/site-map'
import { openPictureRepository, type PictureRecord } from './pictures.repository'
import { encodedPicture, removeBrokenUploads, uploadedPicture } from './uploaded-picture'

interface Dependencies {
  db: Db
  authorise: Authorise
  responses: PublicResponses
  /** The paths of all pictures that records refer to, each function those of one noun. */
  used: (() => string[] | Promise<string[]>)[]
  dataDirectory: string
  /** Bytes of the disk that must stay free. */
  diskReserve: number
  admitUpload: ReturnType<typeof limitUploads>
  drawings: Drawings
  log: Logger
}

/** Milliseconds. */
const sweepInterval = 6 * 60 * 60_000
/** Milliseconds after its upload in which an unused picture is not deleted. */
const unusedFor = 24 * 60 * 60_000

/** Encoded pictures; most have less than 60 kB. */
const maxInMemory = 256

const immutable = 'public, max-age=31536000, immutable'

const jpeg = (request: Request, { _id, content }: PictureRecord, cacheControl: string) =>
  conditional(request, new Uint8Array(content.buffer), {
    etag: `"${_id}"`,
    'content-type': 'image/jpeg',
    'cache-control': cacheControl,
  })

const ending = '.jpg'
const pathOf = (id: string) => `${prefixes.pictures}/${id}${ending}`
const idOf = (path: string) => path.slice(`${prefixes.pictures}/`.length, -ending.length)

/** The pictures that the band uploads, such as posters. */
export function createPictures(dependencies: Dependencies) {
  const { db, authorise, responses, used, admitUpload, drawings, log } = dependencies
  const repository = openPictureRepository(db)

  const sweep = startBackgroundTask({
    async run() {
      const before = new Date(Date.now() - unusedFor)
      const paths = (await Promise.all(used.map((pathsOf) => pathsOf()))).flat()
      const removed = await repository.removeUnused(before, paths.map(idOf))
      if (removed > 0) log.info({ removed }, 'unused pictures were deleted')
      await removeBrokenUploads(dependencies.dataDirectory)
    },
    onError: (err) => log.warn({ err }, 'unused pictures could not be deleted yet'),
    interval: sweepInterval,
  })

  /** The sizes that are in memory; each is encoded when it is requested first, and kept on disk. */
  const encodings = new Map<string, Uint8Array<ArrayBuffer>>()

  /** A picture in another size: its bytes if they are in memory, otherwise a promise of them. */
  function encodedSize({ _id, content }: PictureRecord, width: number) {
    const key = `picture ${_id} ${width}`
    return (
      encodings.get(key) ??
      drawings
        .find(key, () => encodedPicture(content.buffer, width, dependencies), true)
        .then((bytes) => {
          if (encodings.size >= maxInMemory) encodings.clear()
          encodings.set(key, bytes)
          return bytes
        })
    )
  }

  const routes = implement(
    pictureOperations,
    {
      async addPicture({ request }) {
        const { content, width, height, placeholder } = await admitUpload(() =>
          uploadedPicture(request, dependencies),
        )
        const id = createHash('sha256').update(content).digest('hex').slice(0, 32)
        await repository.put(id, content, width, height)
        return reply(201, { picture: { src: pathOf(id), width, height, placeholder } })
      },
      async picture({ request, parameters: { name } }) {
        const [, id, width, format] = /^([\da-f]{32})(?:-(\d+)\.(avif)|\.jpg)$/.exec(name) ?? []
        const record = id === undefined ? undefined : await repository.find(id)
        if (!id || !record) throw notFound()
        if (format && !widthsOf(record.width).includes(Number(width))) throw notFound()
        const encoded = format ? encodedSize(record, Number(width)) : undefined
        if (encoded instanceof Promise) {
          encoded.catch((err: unknown) => log.error({ err }, 'a picture could not be encoded'))
          // Browsers recognise a JPEG by its bytes. The next visitor gets the smaller file.
          return responses.markStale(jpeg(request, record, 'no-store'))
        }
        if (!encoded) return responses.markStale(jpeg(request, record, immutable))
        return responses.markStale(
          conditional(request, encoded, {
            etag: `"${id}-${width}"`,
            'content-type': 'image/avif',
            'cache-control': immutable,
          }),
        )
      },
    },
    { authorise },
  )

  return {
    routes,
    /** Reads a picture by its address; undefined if there is none. */
    async read(path: string): Promise<Uint8Array | undefined> {
      return (await repository.find(idOf(path)))?.content.buffer
    },
    stop: sweep.stop,
  }
}

import { createHash } from 'node:crypto'
import { Binary, type Db } from 'mongodb'
import { pictureOperations } from '../contract/pictures'
import type { Drawings } from '../drawing/drawings'
import { conditional } from '../http/conditional'
import type { limitUploads } from '../http/multipart'
import { notFound } from '../http/problem'
import type { PublicResponses } from '../http/public-responses'
import { type Authorise, implement, reply } from '../http/route'
import { startBackgroundTask } from '../process/background-task'
import type { Logger } from '../process/log'
import { createPauses } from '../process/pauses'
import { widthsOf } from '../shared/picture-sizes'
import { prefixes } from '../shared/site-map'
import {
  encodedPicture,
  removeBrokenUploads,
  type ScaledPicture,
  scaledPicture,
  uploadedPicture,
} from './uploaded-picture'

/** A stored picture. Pictures are small enough for one document each. */
interface PictureRecord {
  /** Digest of the content. */
  _id: string
  /** A JPEG. */
  content: Binary
  width: number
  height: number
  storedAt: Date
}

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

/** Milliseconds for which a size that can't be encoded is not tried again: each attempt takes seconds. */
const encodingPause = 60 * 60_000

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
  const stored = db.collection<PictureRecord>('pictures')

  const sweep = startBackgroundTask({
    async run() {
      const before = new Date(Date.now() - unusedFor)
      const paths = (await Promise.all(used.map((pathsOf) => pathsOf()))).flat()
      const unused = { storedAt: { $lt: before }, _id: { $nin: paths.map(idOf) } }
      const { deletedCount: removed } = await stored.deleteMany(unused)
      if (removed > 0) log.info({ removed }, 'unused pictures were deleted')
      await removeBrokenUploads(dependencies.dataDirectory)
    },
    onError: (err) => log.warn({ err }, 'unused pictures could not be deleted yet'),
    interval: sweepInterval,
  })

  const pauses = createPauses(encodingPause)
  const keyOf = (id: string, width: number) => `picture ${id} ${width}`

  /** Encodes a picture in another size, for the next request. */
  function encodeLater(id: string, width: number) {
    const key = keyOf(id, width)
    if (pauses.has(key)) return
    // The picture is read only when it is encoded, because many waiting ones would fill the memory.
    async function encode() {
      const record = await stored.findOne({ _id: id })
      if (!record) throw notFound()
      return encodedPicture(record.content.buffer, width, dependencies).catch((error: unknown) => {
        pauses.begin(key)
        throw error
      })
    }
    drawings
      .find(key, encode, true)
      .catch((err: unknown) => log.error({ err }, 'a picture could not be encoded'))
  }

  const avif = (request: Request, id: string, width: number, content: Uint8Array<ArrayBuffer>) =>
    conditional(request, content, {
      etag: `"${id}-${width}"`,
      'content-type': 'image/avif',
      'cache-control': immutable,
    })

  /** Responds with a picture in another size; until it is encoded, with the picture itself. */
  async function respondInSize(request: Request, id: string, width: number): Promise<Response> {
    const encoded = await drawings.findDrawn(keyOf(id, width))
    if (encoded) return avif(request, id, width, encoded)
    const record = await stored.findOne({ _id: id })
    if (!record || !widthsOf(record.width).includes(width)) throw notFound()
    encodeLater(id, width)
    // Browsers recognise a JPEG by its bytes. The next visitor gets the smaller file.
    return jpeg(request, record, 'no-store')
  }

  async function store({ content, width, height }: ScaledPicture) {
    const _id = createHash('sha256').update(content).digest('hex').slice(0, 32)
    const record = { content: new Binary(content), width, height, storedAt: new Date() }
    await stored.updateOne({ _id }, { $set: record }, { upsert: true })
    return { src: pathOf(_id), width, height }
  }

  const routes = implement(
    pictureOperations,
    {
      async addPicture({ request }) {
        const scaled = await admitUpload(() => uploadedPicture(request, dependencies))
        const { placeholder } = scaled
        return reply(201, { picture: { ...(await store(scaled)), placeholder } })
      },
      async picture({ request, parameters: { name } }) {
        const [, id, width] = /^([\da-f]{32})(?:-(\d+)\.avif|\.jpg)$/.exec(name) ?? []
        if (id === undefined) throw notFound()
        if (width !== undefined)
          return responses.markStale(await respondInSize(request, id, Number(width)))
        const record = await stored.findOne({ _id: id })
        if (!record) throw notFound()
        return responses.markStale(jpeg(request, record, immutable))
      },
    },
    { authorise },
  )

  return {
    routes,
    /** All uploaded pictures, with names for files. */
    async *all() {
      for await (const { _id, content, storedAt } of stored.find())
        yield { name: `${_id}${ending}`, content: content.buffer, storedAt }
    },
    /** Stores a picture that is embedded in another file, scaled down.
     * @throws the errors of `scaledPicture` */
    storeEmbedded: async (content: Uint8Array) => store(await scaledPicture(content, dependencies)),
    has: async (path: string) => (await stored.countDocuments({ _id: idOf(path) })) > 0,
    /** Reads a picture by its address; undefined if there is none. */
    async read(path: string): Promise<Uint8Array | undefined> {
      return (await stored.findOne({ _id: idOf(path) }))?.content.buffer
    },
    stop: sweep.stop,
  }
}

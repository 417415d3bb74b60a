import type { Readable } from 'node:stream'
import { ObjectId } from 'mongodb'
import {
  type AdminTrack,
  musicOperations,
  type Track,
  type TrackFields,
  type TrackResponse,
} from '../contract/music'
import type { Drawings } from '../drawing/drawings'
import { createFileResponses } from '../files/file-responses'
import type { FileStorage } from '../files/file-storage'
import { sweepFiles } from '../files/sweep'
import type { limitUploads } from '../http/multipart'
import { notFound } from '../http/problem'
import type { PublicResponses } from '../http/public-responses'
import type { ResponseMemory } from '../http/response-memory'
import { type Authorise, type Call, implement, reply } from '../http/route'
import { openRecords, type RecordServices, type Records } from '../mongo/records'
import type { Logger } from '../process/log'
import { memoize } from '../process/memoize'
import type { Colours } from '../shared/palette'
import { createAudioInspector } from './audio-inspector'
import { inspectTracks } from './inspect-tracks'
import {
  createTrackRepository,
  type TrackRecord,
  type TrackRepository,
  toAdminTrack,
  toTrack,
} from './music.repository'
import { createTrackCovers } from './track-cover'
import { openTrackOrder } from './track-order'
import { orderHandlers } from './track-order-handlers'
import { createTrackUpload } from './track-upload'
import { createTrackWrites } from './track-writes'

interface Dependencies extends RecordServices {
  /** Whether no other process uses the database, which is then on this machine's disk. */
  isEmbedded: boolean
  authorise: Authorise
  memory: ResponseMemory
  responses: PublicResponses
  storage: FileStorage
  /** Whether another noun refers to a file. */
  isFileUsedElsewhere: (id: ObjectId) => Promise<boolean>
  /** The maximum size of an uploaded file, in bytes. */
  maxUpload: number
  /** Stores a picture, scaled down. */
  storePicture: (content: Uint8Array) => Promise<NonNullable<TrackRecord['picture']>>
  drawings: Drawings
  admitUpload: ReturnType<typeof limitUploads>
  /** The colours of the sleeves, and the defaults of a track's fields. */
  band: () => { colours: Colours; name: string; town?: string }
  log: Logger
}

type Declared = typeof musicOperations

const isPublic = ({ isDraft }: Pick<TrackRecord, 'isDraft'>) => isDraft !== true

/** The band's tracks with their mp3s: API operations, uploads and range requests. */
export async function createMusic(dependencies: Dependencies) {
  const { db, isEmbedded, authorise, memory, log } = dependencies
  const { files, cache } = dependencies.storage
  /** Removes the copies of files that other processes have deleted. */
  const keepCopies = (items: readonly TrackRecord[]) =>
    cache
      .keepOnly(new Map(items.map(({ fileId, size }) => [fileId.toHexString(), size])))
      .catch((err: unknown) => log.error({ err }, 'copies of mp3s could not be removed'))
  const tracks = await openRecords<TrackRecord, TrackResponse>({
    ...dependencies,
    name: 'music',
    indexes: [{ key: { fileId: 1 }, unique: true }],
    toBody: (record) => ({ music: toAdminTrack(record) }),
    publicView: (record) => (isPublic(record) ? record : undefined),
    onChange: (items) => void keepCopies(items),
  })
  const repository = createTrackRepository(tracks.collection)
  /** Whether a track or a deleted one, or another noun, refers to a file. */
  const isFileNeeded = async (id: ObjectId) =>
    (await repository.isFileUsed(id)) ||
    (await dependencies.bin.hasFile(id)) ||
    dependencies.isFileUsedElsewhere(id)
  const sweeps = await sweepFiles({ files, isUsed: isFileNeeded, isSoleProcess: isEmbedded, log })
  await keepCopies(tracks.items())
  const order = await openTrackOrder(db, dependencies.collections)
  const publicItems = () => order.sorted(tracks.items()).filter(isPublic)
  const view = (): Track[] => publicItems().map(toTrack)
  const adminView = (): AdminTrack[] => order.sorted(tracks.items()).map(toAdminTrack)

  const { add, removeFile, handlers } = createTrackWrites({ ...dependencies, repository, tracks })
  const stopInspecting = inspectTracks({ ...dependencies, repository, files, tracks })

  const routes = implement(
    musicOperations,
    {
      music: () => reply(200, { music: view() }),
      ...orderHandlers({ tracks, order, adminView }),
      ...handlers,
      ...createTrackCovers({ ...dependencies, tracks }),
      ...mp3Handlers(tracks, repository, createFileResponses({ files, cache, log })),
    },
    { authorise, memory },
  )

  return {
    routes,
    view,
    adminView,
    /** Whether a track is a draft, of which visitors must not learn. */
    isDraft: (id: string) => tracks.find(id)?.isDraft === true,
    /** The bytes of a track's file. */
    pieces: ({ fileId }: { fileId: string }) => files.pieces(new ObjectId(fileId)),
    /** Whether the database has all bytes of the track's file. */
    isComplete: ({ fileId }: { fileId: string }) => files.isComplete(new ObjectId(fileId)),
    /** The addresses of the pictures of all tracks. */
    pictures: () => tracks.items().flatMap(({ picture }) => picture?.src ?? []),
    /** For each track, when its current file was uploaded. */
    changedAt: () => publicItems().map(({ fileId }) => fileId.getTimestamp()),
    /** How the bin names, restores and discards tracks. */
    binKind: {
      kind: 'track' as const,
      label: ({ name, artist }: TrackRecord) => `${name} by ${artist}`,
      restore: async (record: TrackRecord) => ({
        music: toAdminTrack(await tracks.restore(record)),
      }),
      async discard({ fileId }: TrackRecord) {
        if (!(await repository.isFileUsed(fileId))) await removeFile(fileId)
      },
    },
    upload: createTrackUpload({ ...dependencies, add }),
    /** Adds a track whose fields are already validated. */
    addDemo: (fields: TrackFields, file: { name: string; content: Readable; gain: number }) =>
      files.withUpload(async (storeFile) => {
        const { name, content, gain } = file
        const stored = await storeFile(name, content, await createAudioInspector(gain))
        return add(fields, stored, { isDemo: true })
      }),
    demo: tracks.demo,
    stop: () => Promise.all([sweeps.stop(), stopInspecting()]),
  }
}

/** The handlers that respond with mp3s. The files of drafts and of deleted tracks are kept, but not served to visitors. */
function mp3Handlers(
  tracks: Pick<Records<TrackRecord, unknown>, 'items' | 'find'>,
  repository: Pick<TrackRepository, 'isFileUsed'>,
  mp3s: ReturnType<typeof createFileResponses>,
) {
  const publicFilesOf = memoize(
    (items: readonly TrackRecord[]) =>
      new Set(items.filter(isPublic).map((track) => track.fileId.toHexString())),
  )
  const isServed = async (fileId: string): Promise<boolean> =>
    publicFilesOf(tracks.items()).has(fileId) ||
    // Another process may have added it within the last second.
    repository.isFileUsed(new ObjectId(fileId), true)

  return {
    async audio({ context, parameters }: Call<Declared['audio']>) {
      if (!(await isServed(parameters.id.toLowerCase()))) throw notFound()
      return mp3s.respond(context, parameters)
    },
    async trackFile({ context, parameters }: Call<Declared['trackFile']>) {
      const track = tracks.find(parameters.id.toLowerCase())
      if (!track) throw notFound()
      const file = { id: track.fileId.toHexString(), name: track.fileName }
      const response = await mp3s.respond(context, file)
      response.headers.set('cache-control', 'no-store')
      return response
    },
  }
}

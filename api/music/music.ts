import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type Db, ObjectId } from 'mongodb'
import {
  type AdminTrack,
  musicOperations,
  type Track,
  type TrackFields,
  type TrackResponse,
} from '../contract/music'
import type { Drawings } from '../drawing/drawings'
import type { limitUploads } from '../http/multipart'
import { invalid, notFound } from '../http/problem'
import type { PublicResponses } from '../http/public-responses'
import type { ResponseMemory } from '../http/response-memory'
import { type Authorise, implement, reply } from '../http/route'
import type { Bin } from '../mongo/bin'
import type { CachedCollections } from '../mongo/cached-collections'
import { diskRoom } from '../mongo/disk-space'
import type { Receipts } from '../mongo/receipts'
import { openRecords } from '../mongo/records'
import type { Logger } from '../process/log'
import type { BandColours } from '../shared/cover-art'
import { openAudioCache } from './audio-cache'
import { openAudioFiles } from './audio-files'
import { createAudioResponses } from './audio-responses'
import { measureGains } from './gain-measuring'
import {
  compareTracks,
  openTrackRepository,
  type TrackRecord,
  toAdminTrack,
  toTrack,
} from './music.repository'
import { sweepAudioFiles } from './sweep'
import { createTrackCovers } from './track-covers'
import { openTrackOrder } from './track-order'
import { createTrackWrites } from './track-writes'

interface Dependencies {
  db: Db
  /** Whether no other process uses the database, which is then on this machine's disk. */
  isEmbedded: boolean
  collections: CachedCollections
  receipts: Receipts
  bin: Bin
  authorise: Authorise
  memory: ResponseMemory
  responses: PublicResponses
  dataDirectory: string
  /** Bytes of the disk that must stay free. */
  diskReserve: number
  /** The maximum total size of the copies of mp3s on disk, in bytes. */
  audioCache: number
  /** The maximum size of an uploaded file, in bytes. */
  maxUpload: number
  /** Whether a backup is being written; no file is removed then. */
  isBackupRunning: () => Promise<boolean>
  drawings: Drawings
  admitUpload: ReturnType<typeof limitUploads>
  /** The colours of the sleeves. */
  band: () => { colours: BandColours }
  log: Logger
}

/** Whether a track is public. */
const isPublic = ({ isDraft }: Pick<TrackRecord, 'isDraft'>) => isDraft !== true

/** The band's tracks with their mp3s: API operations, uploads and range requests. */
export async function createMusic(dependencies: Dependencies) {
  const { db, isEmbedded, authorise, memory, responses, band, log } = dependencies
  const files = await openAudioFiles(db, dependencies.isBackupRunning)
  const hasDiskRoom = diskRoom(dependencies.dataDirectory, dependencies.diskReserve)
  const cache = await openAudioCache({
    directory: join(dependencies.dataDirectory, 'cache'),
    capacity: dependencies.audioCache,
    readPieces: (file) => files.pieces(file.id),
    hasRoomFor: hasDiskRoom,
  })
  /** Removes the copies of files that other processes have deleted. */
  const keepCopies = (items: readonly TrackRecord[]) =>
    cache
      .keepOnly(new Map(items.map(({ fileId, size }) => [fileId.toHexString(), size])))
      .catch((err: unknown) => log.error({ err }, 'copies of mp3s could not be removed'))
  const tracks = await openRecords<TrackRecord, TrackResponse>({
    ...dependencies,
    name: 'music',
    compare: compareTracks,
    toBody: (record) => ({ music: toAdminTrack(record) }),
    publicView: (record) => (isPublic(record) ? record : undefined),
    onChange: (items) => void keepCopies(items),
  })
  const repository = await openTrackRepository(tracks.collection)
  /** Whether a track or a deleted one refers to a file. */
  const isFileNeeded = async (id: ObjectId) =>
    (await repository.isFileUsed(id)) || dependencies.bin.hasFile(id)
  const stopSweeping = await sweepAudioFiles({
    files,
    isUsed: isFileNeeded,
    isSoleProcess: isEmbedded,
    log,
  })
  await keepCopies(tracks.items())
  const order = await openTrackOrder(db, dependencies.collections)
  const publicItems = () => order.sorted(tracks.items()).filter(isPublic)
  const view = (): Track[] => publicItems().map(toTrack)
  const adminView = (): AdminTrack[] => order.sorted(tracks.items()).map(toAdminTrack)

  /** The ids of the public tracks' files, for one version of the tracks. */
  let publicFiles = { version: 0, ids: new Set<string>() }

  /** Whether a file is served. The files of drafts and of deleted tracks are kept, but not served. */
  async function isServed(fileId: string): Promise<boolean> {
    const version = tracks.version()
    if (publicFiles.version !== version) {
      const files = tracks.items().filter(isPublic)
      publicFiles = { version, ids: new Set(files.map((track) => track.fileId.toHexString())) }
    }
    // Another process may have added it within the last second.
    return publicFiles.ids.has(fileId) || repository.isFileUsed(new ObjectId(fileId), true)
  }

  /** Whether the disk has room for an upload. If it has not, all copies of mp3s are removed; if that is not enough, the
   * database is compacted, because MongoDB does not return the space of deleted files by itself. */
  async function hasRoomForUpload(bytes: number): Promise<boolean> {
    // A remote database itself refuses a write when its disk is full.
    if (!isEmbedded || (await hasDiskRoom(bytes))) return true
    await cache.clear()
    if (await hasDiskRoom(bytes)) return true
    await files.compact()
    return hasDiskRoom(bytes)
  }

  const audio = createAudioResponses({ files, cache, log })
  const { add, removeFile, handlers } = createTrackWrites({
    repository,
    files,
    cache,
    tracks,
    log,
    maxUpload: dependencies.maxUpload,
    hasRoomFor: hasRoomForUpload,
    admitUpload: dependencies.admitUpload,
  })

  const covers = createTrackCovers({
    find(id) {
      const track = tracks.find(id)
      return track && isPublic(track) ? track : undefined
    },
    colours: () => band().colours,
    responses,
    drawings: dependencies.drawings,
  })
  const stopMeasuring = measureGains({ repository, files, tracks, log })

  const routes = implement(
    musicOperations,
    {
      music: () => reply(200, { music: view() }),
      adminMusic: () => reply(200, { music: adminView() }),
      async orderMusic({ body: { ids } }) {
        const all = tracks.items().map(({ _id }) => _id.toHexString())
        const isPermutation = ids.length === all.length && all.every((id) => ids.includes(id))
        if (!isPermutation)
          throw invalid([
            { field: 'ids', message: 'This must be the ids of all tracks, each once.' },
          ])
        await order.set(ids)
        return reply(200, { music: adminView() })
      },
      ...handlers,
      ...covers,
      async audio({ context, parameters }) {
        if (!(await isServed(parameters.id.toLowerCase()))) throw notFound()
        return audio.respond(context, parameters)
      },
    },
    { authorise, memory },
  )

  return {
    routes,
    view,
    adminView,
    /** The bytes of a track's file. */
    pieces: ({ fileId }: { fileId: string }) => files.pieces(new ObjectId(fileId)),
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
    /** Adds a track whose fields are already validated. */
    addDemo: (fields: TrackFields, fileName: string, stream: Readable) =>
      files.withUpload(async (storeFile) =>
        add(fields, await storeFile(fileName, stream), { isDemo: true }),
      ),
    demo: {
      count: tracks.demo.count,
      async remove() {
        const files = tracks.demo.items().map(({ fileId }) => fileId)
        await tracks.demo.remove()
        for (const fileId of files) if (!(await isFileNeeded(fileId))) await removeFile(fileId)
      },
    },
    async stop() {
      stopSweeping()
      await stopMeasuring()
    },
  }
}

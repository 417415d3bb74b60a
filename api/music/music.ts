import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type Db, ObjectId } from 'mongodb'
import { musicOperations, type Track, TrackFields, type TrackResponse } from '../contract/music'
import { versionTag } from '../http/if-match'
import { createJsonResponseCache } from '../http/json-response-cache'
import { invalid } from '../http/problem'
import type { PublicResponses } from '../http/public-responses'
import type { RequestContext } from '../http/request-context'
import { type Authorise, implement, reply } from '../http/route'
import { validateText } from '../http/validation'
import { createCachedCollection } from '../mongo/cached-collection'
import type { ChangeWatch } from '../mongo/change-watch'
import { diskRoom } from '../mongo/disk-space'
import type { Receipts } from '../mongo/receipts'
import type { Logger } from '../process/log'
import { openAudioCache } from './audio-cache'
import { openAudioFiles } from './audio-files'
import { createAudioResponses } from './audio-responses'
import { compareTracks, openTrackRepository, type TrackRecord, toTrack } from './music.repository'
import { sweepAudioFiles } from './sweep'
import { readTrackForm, type TrackForm } from './track-form'

interface Dependencies {
  db: Db
  /** Whether no other process uses the database, which is then on this machine's disk. */
  isEmbedded: boolean
  changes: ChangeWatch
  receipts: Receipts
  authorise: Authorise
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
  log: Logger
}

/** The band's tracks with their mp3s: API operations, uploads and range requests. */
export async function createMusic(dependencies: Dependencies) {
  const { db, isEmbedded, changes, receipts, authorise, responses, log } = dependencies
  const repository = await openTrackRepository(db)
  const files = await openAudioFiles(db, dependencies.isBackupRunning)
  const hasDiskRoom = diskRoom(dependencies.dataDirectory, dependencies.diskReserve)
  const cache = await openAudioCache({
    directory: join(dependencies.dataDirectory, 'cache'),
    capacity: dependencies.audioCache,
    readPieces: (file) => files.pieces(file.id),
    hasRoomFor: hasDiskRoom,
  })
  const stopSweeping = await sweepAudioFiles({
    files,
    isUsed: repository.isFileUsed,
    isSoleProcess: isEmbedded,
    log,
  })
  const tracks = await createCachedCollection({
    read: repository.list,
    compare: compareTracks,
    changes,
    onError: (err) => log.error({ err }, 'the tracks could not be read again'),
  })
  const view = (): Track[] => tracks.items().map(toTrack)
  const respondWithList = createJsonResponseCache({
    version: tracks.version,
    body: () => ({ music: view() }),
    headers: responses.headers('application/json'),
  })
  const list = ({ request }: RequestContext) => responses.markStale(respondWithList(request))
  const audio = createAudioResponses({ files, cache, secure: responses.secure, log })
  const uploadLimits = {
    maxUpload: dependencies.maxUpload,
    // A remote database reports itself that it has no room.
    hasRoomFor: isEmbedded ? hasDiskRoom : () => Promise.resolve(true),
  }

  async function removeFile(id: ObjectId) {
    await cache.drop(id.toHexString())
    await files
      .remove(id)
      .catch((err: unknown) => log.error({ err }, 'a file was left for the next sweep'))
  }

  const add = (fields: TrackFields, file: Parameters<typeof repository.add>[1], key?: string) =>
    tracks.write(async ({ put }) => {
      const added = await repository.add(fields, file, key)
      put(added)
      return viewOf(added)
    })

  const routes = implement(
    musicOperations,
    {
      music: ({ context }) => list(context),
      async addTrack({ request, idempotencyKey: key }) {
        const { body, file } = await files.withUpload(async (storeFile) => {
          const { fields, file } = checked(await readTrackForm(request, uploadLimits, storeFile))
          if (!file) throw invalid([{ field: 'mp3File', message: 'This field is required.' }])
          const content = { fields, file: { name: file.name, sha256: file.sha256 } }
          const body = await receipts.once({ scope: 'music', key, content }, () =>
            add(fields, file, key),
          )
          return { body, file }
        })
        // The request is a repeated one, so its copy of the file is not used.
        if (body.music.fileId !== file.id.toHexString()) await removeFile(file.id)
        return reply(201, body, { etag: versionTag(body.music.version) })
      },
      async changeTrack({ request, parameters, versions }) {
        const id = new ObjectId(parameters.id)
        await repository.expectVersion(id, versions)
        const { before, after } = await files.withUpload(async (storeFile) => {
          const { fields, file } = checked(await readTrackForm(request, uploadLimits, storeFile))
          return tracks.write(async ({ put }) => {
            const changed = await repository.change(id, fields, file, versions)
            put(changed.after)
            return changed
          })
        })
        if (!before.fileId.equals(after.fileId)) await removeFile(before.fileId)
        const body = viewOf(after)
        return reply(200, body, { etag: versionTag(body.music.version) })
      },
      async deleteTrack({ parameters }) {
        const id = new ObjectId(parameters.id)
        const removed = await tracks.write(async ({ remove }) => {
          const track = await repository.remove(id)
          remove(id)
          return track
        })
        await removeFile(removed.fileId)
        return reply(204)
      },
      audio: ({ context, parameters }) => audio.respond(context, parameters),
    },
    authorise,
  )

  return {
    routes,
    cached: (context: RequestContext) =>
      context.path === musicOperations.music.path ? list(context) : audio.cached(context),
    view,
    version: tracks.version,
    /** For each track, when its current file was uploaded. */
    changedAt: () => tracks.items().map(({ fileId }) => fileId.getTimestamp()),
    /** Adds a track whose fields are already validated. */
    add: (fields: TrackFields, fileName: string, stream: Readable) =>
      files.withUpload(async (storeFile) => add(fields, await storeFile(fileName, stream))),
    stop() {
      stopSweeping()
      tracks.stop()
    },
  }
}

const viewOf = (record: TrackRecord): TrackResponse => ({ music: toTrack(record) })

function checked({ fields, file }: TrackForm) {
  if ('mp3File' in fields) throw invalid([{ field: 'mp3File', message: 'This must be a file.' }])
  return { fields: validateText(TrackFields, fields), file }
}

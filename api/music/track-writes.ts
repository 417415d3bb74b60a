import { ObjectId } from 'mongodb'
import { type musicOperations, TrackFields, type TrackResponse } from '../contract/music'
import { versionTag } from '../http/if-match'
import { invalid, Problem } from '../http/problem'
import { type Call, reply } from '../http/route'
import { validateText } from '../http/validation'
import type { CachedCollection } from '../mongo/cached-collection'
import type { Receipts } from '../mongo/receipts'
import type { Logger } from '../process/log'
import type { AudioCache } from './audio-cache'
import type { AudioFile, AudioFiles } from './audio-files'
import { type TrackRecord, type TrackRepository, toTrack } from './music.repository'
import { readTrackForm, type TrackForm } from './track-form'

interface Dependencies {
  repository: TrackRepository
  files: AudioFiles
  cache: AudioCache
  tracks: CachedCollection<TrackRecord>
  receipts: Receipts
  /** The maximum size of an uploaded file, in bytes. */
  maxUpload: number
  /** Whether there is room for a number of bytes where the files are stored. */
  hasRoomFor: (bytes: number) => Promise<boolean>
  log: Logger
}

type Operations = typeof musicOperations

/** Further uploads are refused, unread, because each takes some megabytes of memory while it arrives. */
const maxConcurrentUploads = 16

const tooManyUploads = () =>
  new Problem(503, 'Too many files are being uploaded. Please try again in a moment.', {
    headers: { 'retry-after': '10' },
  })

/** Adds, changes and removes tracks together with their files. */
export function createTrackWrites(dependencies: Dependencies) {
  const { repository, files, cache, tracks, receipts, log, ...limits } = dependencies

  let uploads = 0

  /** Reads a track's form and stores its file.
   * @param work stores the track; if it fails, the file is removed
   * @throws Problem 503 when too many uploads are in progress; also the errors of `readTrackForm` and `work` */
  async function withForm<Result>(request: Request, work: (form: CheckedForm) => Promise<Result>) {
    if (uploads >= maxConcurrentUploads) throw tooManyUploads()
    uploads += 1
    try {
      return await files.withUpload(async (storeFile) =>
        work(checked(await readTrackForm(request, limits, storeFile))),
      )
    } finally {
      uploads -= 1
    }
  }

  async function removeFile(id: ObjectId) {
    await cache.drop(id.toHexString())
    await files
      .remove(id)
      .catch((err: unknown) => log.error({ err }, 'a file was left for the next sweep'))
  }

  /** @param key the Idempotency-Key */
  const add = (fields: TrackFields, file: AudioFile, key?: string) =>
    tracks.write(async ({ put }) => {
      const added = await repository.add(fields, file, key)
      put(added)
      return viewOf(added)
    })

  const handlers = {
    async addTrack({ request, idempotencyKey: key }: Call<Operations['addTrack']>) {
      const { body, file } = await withForm(request, async ({ fields, file }) => {
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
    async changeTrack({ request, parameters, versions }: Call<Operations['changeTrack']>) {
      const id = new ObjectId(parameters.id)
      await repository.expectVersion(id, versions)
      const { before, after } = await withForm(request, ({ fields, file }) =>
        tracks.write(async ({ put }) => {
          const changed = await repository.change(id, fields, file, versions)
          put(changed.after)
          return changed
        }),
      )
      if (!before.fileId.equals(after.fileId)) await removeFile(before.fileId)
      const body = viewOf(after)
      return reply(200, body, { etag: versionTag(body.music.version) })
    },
    async deleteTrack({ parameters }: Call<Operations['deleteTrack']>) {
      const id = new ObjectId(parameters.id)
      const removed = await tracks.write(async ({ remove }) => {
        const track = await repository.remove(id)
        remove(id)
        return track
      })
      await removeFile(removed.fileId)
      return reply(204)
    },
  }

  return { add, handlers }
}

const viewOf = (record: TrackRecord): TrackResponse => ({ music: toTrack(record) })

type CheckedForm = ReturnType<typeof checked>

function checked({ fields, file }: TrackForm) {
  if ('mp3File' in fields) throw invalid([{ field: 'mp3File', message: 'This must be a file.' }])
  return { fields: validateText(TrackFields, fields), file }
}

import { ObjectId } from 'mongodb'
import { type musicOperations, TrackFields, type TrackResponse } from '../contract/music'
import { safeFileName } from '../files/file-name'
import type { FileStorage } from '../files/file-storage'
import { type limitUploads, type MultipartForm, readMultipart } from '../http/multipart'
import { invalidField, Problem } from '../http/problem'
import { type Call, reply } from '../http/route'
import { validateText } from '../http/validation'
import { expectRoom } from '../mongo/disk-space'
import type { Records } from '../mongo/records'
import type { Logger } from '../process/log'
import { type AudioFile, createAudioInspector } from './audio-inspector'
import { NotMpegAudioError } from './mpeg-audio'
import type { TrackRecord, TrackRepository } from './music.repository'

interface Dependencies {
  repository: TrackRepository
  storage: FileStorage
  tracks: Records<TrackRecord, TrackResponse>
  /** The maximum size of an uploaded file, in bytes. */
  maxUpload: number
  admitUpload: ReturnType<typeof limitUploads>
  log: Logger
}

type Operations = typeof musicOperations

/** The name of a file that is sent without one. */
export const defaultFileName = 'track.mp3'

const notAnMp3 = () => new Problem(415, 'The file is not an mp3.')

/** Adds, changes and removes tracks together with their files. */
export function createTrackWrites(dependencies: Dependencies) {
  const { repository, tracks, maxUpload, admitUpload, log } = dependencies
  const { files, cache, hasRoomFor } = dependencies.storage

  /** Reads a track's form and stores its file.
   * @param work stores the track; if it fails, the file is removed
   * @throws Problem 503 when too many uploads are in progress, 415 if the file is no mp3, 507 if the disk is full; also
   * the errors of `readMultipart` and `work` */
  const withForm = <Result>(request: Request, work: (form: CheckedForm) => Promise<Result>) =>
    admitUpload(() =>
      files.withUpload(async (storeFile) => {
        const form = await readMultipart(request, {
          fileField: 'mp3File',
          maxFileSize: maxUpload,
          expectRoomFor: expectRoom(hasRoomFor),
          async store(name, content) {
            try {
              const inspector = await createAudioInspector()
              return await storeFile(safeFileName(name, defaultFileName), content, inspector)
            } catch (error) {
              throw error instanceof NotMpegAudioError ? notAnMp3() : error
            }
          },
        })
        return work(checked(form))
      }),
    )

  async function removeFile(id: ObjectId) {
    await cache.drop(id.toHexString())
    await files
      .remove(id)
      .catch((err: unknown) => log.error({ err }, 'a file was left for the next sweep'))
  }

  async function add(...track: Parameters<TrackRepository['add']>): Promise<TrackRecord> {
    const { after } = await tracks.put(() => repository.add(...track))
    return after
  }

  const handlers = {
    async addTrack({ request, idempotencyKey: key }: Call<Operations['addTrack']>) {
      const { added, file } = await withForm(request, async ({ fields, file }) => {
        if (!file) throw invalidField('mp3File', 'This field is required.')
        const content = { fields, file: { name: file.name, sha256: file.sha256 } }
        const added = await tracks.replyToAdd({ key, content }, () => add(fields, file, { key }))
        return { added, file }
      })
      // The request is a repeated one, so its copy of the file is not used.
      if (added.body.music.fileId !== file.id.toHexString()) await removeFile(file.id)
      return added
    },
    async changeTrack({ request, parameters, versions }: Call<Operations['changeTrack']>) {
      const id = new ObjectId(parameters.id)
      await repository.expectVersion(id, versions)
      const { before, after } = await withForm(request, ({ fields, file }) =>
        tracks.put(() => repository.change(id, fields, file, versions)),
      )
      if (!before.fileId.equals(after.fileId)) await removeFile(before.fileId)
      return tracks.replyToChange(after)
    },
    async deleteTrack({ parameters, versions }: Call<Operations['deleteTrack']>) {
      // The bin keeps the file.
      const { fileId } = await tracks.remove(new ObjectId(parameters.id), versions)
      await cache.drop(fileId.toHexString())
      return reply(204)
    },
  }

  return { add, removeFile, handlers }
}

type CheckedForm = ReturnType<typeof checked>

function checked({ fields, file }: MultipartForm<AudioFile>) {
  if ('mp3File' in fields) throw invalidField('mp3File', 'This must be a file.')
  return { fields: validateText(TrackFields, fields), file }
}

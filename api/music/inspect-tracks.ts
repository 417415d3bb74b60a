import type { StoredFiles } from '../files/stored-files'
import { Problem } from '../http/problem'
import type { Records } from '../mongo/records'
import { startBackgroundTask } from '../process/background-task'
import type { Logger } from '../process/log'
import { measureGain } from './gain'
import type { TrackDetails, TrackRecord, TrackRepository } from './music.repository'
import { readPicture } from './track-tags'

interface InspectionServices {
  repository: Pick<TrackRepository, 'setDetails'>
  files: Pick<StoredFiles, 'pieces'>
  tracks: Pick<Records<TrackRecord, unknown>, 'items' | 'put'>
  log: Logger
}

/** Milliseconds. */
const interval = 2_000

/** Computes one detail of the file of each track that lacks it, one track at a time, in the background.
 * @param inspect reads the bytes of a file
 * @returns a function that stops it */
function inspectFiles<Name extends keyof TrackDetails>(
  name: Name,
  inspect: (pieces: AsyncIterable<Uint8Array>) => Promise<TrackDetails[Name] | undefined>,
  { repository, files, tracks, log }: InspectionServices,
): () => Promise<void> {
  /** The files that could not be read, for example for lack of room: they are tried again after the next start. */
  const failed = new Set<string>()

  async function find({ _id, fileId }: TrackRecord) {
    let detail: TrackDetails[Name] | undefined
    try {
      detail = await inspect(files.pieces(fileId))
    } catch (err) {
      log.warn({ err }, `the ${name} of a track could not be read`)
      return void failed.add(fileId.toHexString())
    }
    await tracks.put(() => repository.setDetails(_id, fileId, { [name]: detail ?? null }))
  }

  const task = startBackgroundTask({
    async run(stopping) {
      for (const track of tracks.items().filter((one) => one[name] === undefined)) {
        if (stopping.aborted) return
        if (failed.has(track.fileId.toHexString())) continue
        await find(track)
      }
    },
    onError: (err) => log.warn({ err }, `the ${name} of a track could not be stored yet`),
    interval,
    delay: interval,
  })
  return task.stop
}

interface Dependencies extends InspectionServices {
  /** Stores a picture, scaled down. */
  storePicture: (content: Uint8Array) => Promise<TrackDetails['picture'] & object>
}

/** Computes the loudness and the picture of each track that lacks them, in the background.
 * @returns a function that stops it */
export function inspectTracks({ storePicture, ...services }: Dependencies) {
  const stopMeasuring = inspectFiles('gain', measureGain, services)
  const stopLooking = inspectFiles(
    'picture',
    async (pieces) => {
      const picture = await readPicture(pieces)
      if (!picture) return
      return storePicture(picture).catch((error: unknown) => {
        // It is no picture, or one that takes too much memory to read.
        if (error instanceof Problem && error.status < 500) return undefined
        throw error
      })
    },
    services,
  )
  return () => Promise.all([stopMeasuring(), stopLooking()])
}

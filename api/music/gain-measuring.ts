import type { StoredFiles } from '../files/stored-files'
import type { Records } from '../mongo/records'
import { startBackgroundTask } from '../process/background-task'
import type { Logger } from '../process/log'
import { measureGain } from './gain'
import type { TrackRecord, TrackRepository } from './music.repository'

interface Dependencies {
  repository: Pick<TrackRepository, 'setGain'>
  files: Pick<StoredFiles, 'pieces'>
  tracks: Pick<Records<TrackRecord, unknown>, 'items' | 'put'>
  log: Logger
}

/** Milliseconds. */
const interval = 2_000

/** Measures the loudness of tracks that were uploaded to an earlier version of the site, in the background and one after
 * the other.
 * @returns a function that stops the measuring */
export function measureGains({
  repository,
  files,
  tracks,
  log,
}: Dependencies): () => Promise<void> {
  async function measure({ _id, fileId }: TrackRecord) {
    const gain = await measureGain(files.pieces(fileId)).catch((err: unknown) => {
      log.warn({ err }, 'the loudness of a track could not be measured')
      return undefined
    })
    await tracks.put(async () => ({ after: await repository.setGain(_id, fileId, gain ?? null) }))
  }

  const task = startBackgroundTask({
    async run(stopping) {
      for (const track of tracks.items().filter(({ gain }) => gain === undefined)) {
        if (stopping.aborted) return
        await measure(track)
      }
    },
    onError: (err) => log.warn({ err }, 'the loudness of a track could not be stored yet'),
    interval,
    delay: interval,
  })
  return task.stop
}

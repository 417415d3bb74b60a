import type { ObjectId } from 'mongodb'
import { startBackgroundTask } from '../process/background-task'
import type { Logger } from '../process/log'
import type { StoredFiles } from './stored-files'

interface Dependencies {
  files: StoredFiles
  /** Whether a record refers to a file. */
  isUsed: (id: ObjectId) => Promise<boolean>
  /** Whether no other process can be uploading. The first sweep runs before the site listens, so no upload is in progress
   * then. */
  isSoleProcess: boolean
  log: Logger
}

/** Milliseconds until the next sweep: while uploads are in progress, and otherwise. */
const intervals = { whileUploading: 60_000, otherwise: 60 * 60_000 }

/** Removes the files that no record refers to, now and at intervals.
 * @returns a function that sweeps if a sweep is due, and one that stops the sweeps */
export async function sweepFiles({ files, isUsed, isSoleProcess, log }: Dependencies) {
  let dueAt = 0
  let isNobodyUploading = isSoleProcess
  const task = startBackgroundTask({
    async run() {
      if (Date.now() < dueAt) return
      dueAt = Date.now() + intervals.otherwise
      const areLeasesExpired = isNobodyUploading
      isNobodyUploading = false
      const { removed, pending } = await files.sweep(isUsed, areLeasesExpired)
      if (removed > 0) log.info({ removed }, 'files without a reference were removed')
      if (pending) dueAt = 0
    },
    onError: (err) => log.error({ err }, 'sweeping failed'),
    interval: intervals.whileUploading,
    delay: intervals.whileUploading,
  })
  await task.requestRun()
  return { sweep: task.requestRun, stop: task.stop }
}

import type { ObjectId } from 'mongodb'
import type { Logger } from '../process/log'
import type { StoredFiles } from './stored-files'

interface Dependencies {
  files: StoredFiles
  /** Whether a record refers to a file. */
  isUsed: (id: ObjectId) => Promise<boolean>
  /** Whether no other process can be uploading. */
  isSoleProcess: boolean
  log: Logger
}

/** Milliseconds until the next sweep: while uploads are in progress, and otherwise. */
const intervals = { whileUploading: 60_000, otherwise: 60 * 60_000 }

/** Removes the files that no record refers to, now and at intervals.
 * @returns a function that cancels the next sweep */
export async function sweepFiles({ files, isUsed, isSoleProcess, log }: Dependencies) {
  let timer: ReturnType<typeof setTimeout> | undefined
  async function sweep() {
    const { removed, pending } = await files.sweep(isUsed, isSoleProcess)
    if (removed > 0) log.info({ removed }, 'files without a reference were removed')
    timer = setTimeout(
      () => void sweepAgain(),
      pending ? intervals.whileUploading : intervals.otherwise,
    )
  }
  const sweepAgain = () =>
    sweep().catch((err: unknown) => {
      log.error({ err }, 'sweeping failed')
      timer = setTimeout(() => void sweepAgain(), intervals.otherwise)
    })
  await sweep()
  return () => clearTimeout(timer)
}

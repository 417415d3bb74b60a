import type { ObjectId } from 'mongodb'
import type { Logger } from '../process/log'
import type { AudioFiles } from './audio-files'

interface Dependencies {
  files: AudioFiles
  /** Whether a track refers to a file. */
  isUsed: (id: ObjectId) => Promise<boolean>
  /** Whether no other process can be uploading. */
  isSoleProcess: boolean
  log: Logger
}

/** Milliseconds. */
const sweepAgainAfter = 60_000

/** Removes the remains of aborted uploads, and repeats this later if another process may still be uploading.
 * @returns a function that cancels the next sweep */
export async function sweepAudioFiles({ files, isUsed, isSoleProcess, log }: Dependencies) {
  let timer: ReturnType<typeof setTimeout> | undefined
  async function sweep() {
    const { removed, pending } = await files.sweep(isUsed, isSoleProcess)
    if (removed > 0) log.info({ removed }, 'files of unfinished uploads were removed')
    if (pending) timer = setTimeout(() => void sweepAgain(), sweepAgainAfter)
  }
  const sweepAgain = () => sweep().catch((err: unknown) => log.error({ err }, 'sweeping failed'))
  await sweep()
  return () => clearTimeout(timer)
}

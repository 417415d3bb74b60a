import type { ObjectId } from 'mongodb'
import type { Logger } from '../process/log'
import type { AudioFiles } from './audio-files'

interface Dependencies {
  files: AudioFiles
  /** Whether some track names a file. */
  isUsed: (id: ObjectId) => Promise<boolean>
  /** Whether no other process can be uploading. */
  isAlone: boolean
  log: Logger
}

/** Milliseconds. */
const sweepAgainAfter = 60_000

/** Removes the files that killed processes left behind, and again later where another process may still be uploading.
 * @returns how to stop */
export async function sweepAudioFiles({ files, isUsed, isAlone, log }: Dependencies) {
  let timer: ReturnType<typeof setTimeout> | undefined
  async function sweep() {
    const { removed, pending } = await files.sweep(isUsed, isAlone)
    if (removed > 0) log.info({ removed }, 'files of unfinished uploads were removed')
    if (pending) timer = setTimeout(() => void sweepAgain(), sweepAgainAfter)
  }
  const sweepAgain = () => sweep().catch((err: unknown) => log.error({ err }, 'sweeping failed'))
  await sweep()
  return () => clearTimeout(timer)
}

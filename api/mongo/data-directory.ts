import { accessSync, constants, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandLine, isRunning } from '../process/processes'
import { StartError } from '../process/start-error'

/** Locks a data directory for this process. The lock of a process that no longer runs is removed.
 * @returns a function that releases the lock
 * @throws StartError when another running process holds the lock, or the directory is not writable */
export function claimDataDirectory(directory: string): () => void {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    accessSync(directory, constants.W_OK)
  } catch {
    throw new StartError(
      `DATA_DIR=${JSON.stringify(directory)} can't be used: it must be a folder that this user may write to.`,
    )
  }
  const lock = join(directory, 'site.lock')
  const claim = JSON.stringify({ pid: process.pid, command: commandLine(process.pid) })
  for (let tries = 0; tries < 3; tries += 1) {
    try {
      writeFileSync(lock, claim, { flag: 'wx', mode: 0o600 })
      return () => rmSync(lock, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const holder = readHolder(lock)
    if (holder && isRunning(holder.pid) && commandLine(holder.pid) === holder.command)
      throw new StartError(
        `The data in ${directory} is in use by another start of this site (process ${holder.pid}). ` +
          'Stop that one, or choose another folder with DATA_DIR.',
      )
    rmSync(lock, { force: true })
  }
  throw new StartError(`The lock ${lock} could not be taken.`)
}

function readHolder(lock: string): { pid: number; command: string } | undefined {
  try {
    return JSON.parse(readFileSync(lock, 'utf8'))
  } catch {
    return
  }
}

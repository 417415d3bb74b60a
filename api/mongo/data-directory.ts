import { Database } from 'bun:sqlite'
import { accessSync, constants, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../process/start-error'

/** Bytes of the folder's path. SQLite opens paths of at most 511 (its MAX_PATHNAME); the rest is for the names of files. */
const maxPathBytes = 480

/** Locks a data directory for this process.
 *
 * The lock is SQLite's exclusive lock on an empty database file. The operating system holds it for the process and
 * releases it when the process ends in any way, so a lock is never left behind and never has to be taken over. The file
 * stays, because removing it could let two processes lock two files of the same name.
 * @returns a function that releases the lock
 * @throws StartError when another running process holds the lock, or the directory is not writable or its path too long */
export function claimDataDirectory(directory: string): () => void {
  if (Buffer.byteLength(directory) > maxPathBytes)
    throw new StartError(
      `The path of DATA_DIR is too long: it may have at most ${maxPathBytes} bytes.`,
    )
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    accessSync(directory, constants.W_OK)
  } catch {
    throw new StartError(
      `DATA_DIR=${JSON.stringify(directory)} can't be used: it must be a folder that this user may write to.`,
    )
  }
  const holder = join(directory, 'site.pid')
  const lock = new Database(join(directory, 'lock.sqlite'), { create: true })
  try {
    lock.run('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error
    throw new StartError(
      `The data in ${directory} is in use by another start of this site${processIn(holder)}. ` +
        'Stop that one, or choose another folder with DATA_DIR.',
    )
  }
  writeFileSync(holder, `${process.pid}\n`, { mode: 0o600 })
  return () => lock.close()
}

/** The process that holds the lock, as ` (process 123)`; empty if its id is not recorded. */
function processIn(holder: string): string {
  try {
    return ` (process ${readFileSync(holder, 'utf8').trim()})`
  } catch {
    return ''
  }
}

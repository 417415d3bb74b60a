import { join } from 'node:path'
import type { Db } from 'mongodb'
import { diskRoom } from '../mongo/disk-space'
import { openFileCache } from './file-cache'
import { openStoredFiles } from './stored-files'

interface Dependencies {
  db: Db
  /** Whether no other process uses the database, which is then on this machine's disk. */
  isEmbedded: boolean
  /** Whether a backup is being written; no file is removed then. */
  isBackupRunning: () => Promise<boolean>
  dataDirectory: string
  /** Bytes of the disk that must stay free. */
  diskReserve: number
  /** The maximum total size of the copies of files on disk, in bytes. */
  audioCache: number
}

/** Milliseconds between two compactions. Short, because a failed upload leaves unused space in the database that its retry
 * needs; not zero, because each part of every upload checks for room. */
const compactInterval = 5_000

export type FileStorage = Awaited<ReturnType<typeof openFileStorage>>

/** The files in GridFS, and the copies of mp3s on disk. */
export async function openFileStorage(dependencies: Dependencies) {
  const { db, isEmbedded, dataDirectory, diskReserve } = dependencies
  const files = await openStoredFiles(db, dependencies.isBackupRunning)
  const hasDiskRoom = diskRoom(dataDirectory, diskReserve)
  const cache = await openFileCache({
    directory: join(dataDirectory, 'cache'),
    capacity: dependencies.audioCache,
    readPieces: (file) => files.pieces(file.id),
    hasRoomFor: hasDiskRoom,
  })

  let compactedAt = 0

  /** Whether the disk has room for bytes besides those of the uploads in progress. If it has not, all copies of mp3s are
   * removed; if that is not enough, the database is compacted, because MongoDB does not return the space of deleted files
   * by itself. */
  async function hasRoomFor(bytes: number): Promise<boolean> {
    // A remote database itself refuses a write when its disk is full.
    if (!isEmbedded) return true
    const needed = bytes + (await files.unfinished.pendingBytes())
    if (await hasDiskRoom(needed)) return true
    await cache.clear()
    if (await hasDiskRoom(needed)) return true
    if (Date.now() - compactedAt < compactInterval) return false
    compactedAt = Date.now()
    // It may take too long; then the database returns the space later.
    await files.compact().catch(() => undefined)
    return hasDiskRoom(needed)
  }

  return { files, cache, hasRoomFor }
}

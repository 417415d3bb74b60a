import { createReadStream, existsSync, statSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isIntact } from '../process/measured-stream'
import { anyRoom, type HasRoomFor, writeBackupFile } from './archive-writer'
import type { ArchivedFile } from './manifest'

export type FileStore = ReturnType<typeof openFileStore>

/** The store that belongs to a stored backup. */
export const storeBeside = (backupPath: string): Pick<FileStore, 'read'> =>
  openFileStore(join(dirname(backupPath), 'files'), anyRoom)

/** The mp3s of all stored backups, named by their SHA-256: an mp3 never changes, so backups share it.
 * @param directory is created with the first file */
export function openFileStore(directory: string, hasRoomFor: HasRoomFor) {
  const pathOf = ({ sha256 }: Pick<ArchivedFile, 'sha256'>) => join(directory, `${sha256}.mp3`)
  const read = (file: ArchivedFile): AsyncIterable<Uint8Array> => createReadStream(pathOf(file))
  const has = (file: ArchivedFile) =>
    existsSync(pathOf(file)) && statSync(pathOf(file)).size === file.size

  return {
    /** Reads a file. The caller must check its digest. */
    read,

    /** Stores a file, unless an intact copy is stored already.
     * @returns false when the bytes do not have the file's digest
     * @throws NoRoomForBackupError when it would leave too little of the disk free */
    async add(file: ArchivedFile, pieces: AsyncIterable<Uint8Array>): Promise<boolean> {
      if (has(file) && (await isIntact(file, read(file)))) return true
      await mkdir(directory, { recursive: true, mode: 0o700 })
      await writeBackupFile(pathOf(file), hasRoomFor, pieces)
      if (await isIntact(file, read(file))) return true
      await rm(pathOf(file))
      return false
    },

    /** Removes all files except these, unfinished ones included. */
    async keepOnly(files: readonly ArchivedFile[]): Promise<void> {
      if (!existsSync(directory)) return
      const kept = new Set(files.map(({ sha256 }) => `${sha256}.mp3`))
      for (const name of await readdir(directory))
        if (!kept.has(name)) await rm(join(directory, name), { force: true })
    },
  }
}

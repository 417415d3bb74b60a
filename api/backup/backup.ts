import { type Db, ObjectId } from 'mongodb'
import { type ChunkRecord, filePieces } from '../mongo/file-pieces'
import { isIntact } from '../process/measured-stream'
import { type ArchiveWriter, archiveOf, type HasRoomFor, writeBackupFile } from './archive-writer'
import { backupLeases } from './backup-lease'
import { chunksName } from './collections'
import type { FileStore } from './file-store'
import type { ArchivedFile } from './manifest'
import { addRecords, listFiles } from './snapshot'

interface Options {
  /** Whether to include password hashes and the key that signs tokens; downloadable backups must not include them. */
  withSecrets: boolean
  hasRoomFor: HasRoomFor
  /** Where the files are stored, shared with other backups; without it, the archive itself contains them. */
  store?: FileStore
}

/** Writes a backup while the site is running.
 *
 * Records are read before the files that they refer to, and no file is deleted during a backup, so it contains the
 * complete mp3 of each of its tracks, except the `damaged` ones. It is written atomically.
 * @returns the names of the files whose bytes are damaged in the database; the backup does not contain them
 * @throws NoRoomForBackupError when it would leave too little of the disk free */
export async function writeBackup(db: Db, path: string, options: Options) {
  const { hasRoomFor, store } = options
  const damaged: string[] = []
  const read = ({ id }: ArchivedFile) =>
    filePieces(db.collection<ChunkRecord>(chunksName), new ObjectId(id))

  const isStored = async ({ id }: ArchivedFile) =>
    (await db.collection('fs.files').countDocuments({ _id: new ObjectId(id) })) > 0

  async function writeContent(writer: ArchiveWriter) {
    await addRecords(db, writer, options.withSecrets)
    const files: ArchivedFile[] = []
    for (const { name, ...file } of await listFiles(db)) {
      const isWhole = store ? await store.add(file, read(file)) : await isIntact(file, read(file))
      if (isWhole) files.push(file)
      // An upload that failed meanwhile has removed its file.
      else if (await isStored(file)) damaged.push(name)
    }
    if (!store) await writer.addFiles(db.databaseName, files, read)
    const schema = await db.collection<{ version: number }>('schema').findOne()
    const createdAt = new Date().toISOString()
    await writer.addManifest({ format: 2, schema: schema?.version ?? 0, createdAt, files })
  }

  await backupLeases(db).during('backup', () =>
    writeBackupFile(path, hasRoomFor, archiveOf(`${path}.spool`, writeContent)),
  )
  return { damaged }
}

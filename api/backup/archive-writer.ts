import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { type Pack, pack } from 'tar-stream'
import { bytesPerCheck, whileRoom } from '../http/multipart'
import { isDiskFull, writeDurably } from '../process/durable-file'
import { measureStream } from '../process/measured-stream'
import { chunksOf, chunksSize } from './chunks'
import { chunksName } from './collections'
import { type ArchivedFile, type Manifest, manifestName } from './manifest'

/** Whether the disk reserve stays free after writing this number of bytes. */
export type HasRoomFor = (bytes: number) => Promise<boolean>
export const anyRoom: HasRoomFor = () => Promise.resolve(true)

/** A backup was given up, and its partial file removed, because it would leave less than DISK_RESERVE_MB free. */
export class NoRoomForBackupError extends Error {
  override readonly name = 'NoRoomForBackupError'
  override message = 'A backup would leave less than DISK_RESERVE_MB free: free some disk space.'
}

export type ArchiveWriter = ReturnType<typeof createWriter>

/** Yields the bytes of an archive.
 * @param spoolPath a file for temporary data
 * @param work adds the entries
 * @throws the errors of `work` */
export async function* archiveOf(
  spoolPath: string,
  work: (writer: ArchiveWriter) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  const archive = pack()
  const zstd = createZstdCompress({
    params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
  })
  // The iteration throws the error, too.
  pipeline(archive, zstd).catch(() => undefined)
  const added = work(createWriter(archive, spoolPath)).then(
    () => archive.finalize(),
    (error: Error) => archive.destroy(error),
  )
  try {
    yield* zstd
  } finally {
    archive.destroy()
    await added
  }
}

/** An archive that is being written: a tar of `dump/{database}/{collection}.bson` and `.metadata.json`, the layout of
 * mongodump and mongorestore, and of a manifest; compressed with Zstandard (RFC 8878). */
function createWriter(archive: Pack, spoolPath: string) {
  const entries: Manifest['entries'] = []

  /** Adds an entry that is already listed in a manifest. */
  const addEntry = (name: string, size: number, pieces: AsyncIterable<Uint8Array>) =>
    pipeline(pieces, archive.entry({ name, size }))

  return {
    addEntry,

    /** Adds an entry of records and lists it in the manifest.
     * @param pieces the entry in pieces; its size need not be known */
    async addRecords(name: string, pieces: AsyncIterable<Uint8Array>) {
      // A tar header contains the size of its entry, which is known only after the last record.
      const measured = measureStream(pieces)
      try {
        await pipeline(measured.pieces, createWriteStream(spoolPath, { mode: 0o600 }))
        const entry = { name, ...measured.result() }
        await addEntry(name, entry.size, createReadStream(spoolPath))
        entries.push(entry)
      } finally {
        await rm(spoolPath, { force: true })
      }
    },

    /** Adds the chunks of files. */
    async addFiles(
      database: string,
      files: readonly ArchivedFile[],
      read: (file: ArchivedFile) => AsyncIterable<Uint8Array>,
    ) {
      async function* chunks() {
        for (const file of files) yield* chunksOf(file, read(file))
      }
      const size = files.reduce((total, file) => total + chunksSize(file), 0)
      await addEntry(`dump/${database}/${chunksName}.bson`, size, chunks())
    },

    /** Adds the manifest.
     * @param manifest if `entries` is absent, the entries that `addRecords` added are listed */
    async addManifest(manifest: Omit<Manifest, 'entries'> & Partial<Manifest>) {
      const text = Buffer.from(JSON.stringify({ entries, ...manifest }))
      await addEntry(manifestName, text.length, Readable.from([text]))
    },
  }
}

/** Writes a file of a backup durably, and leaves the reserve of the disk free.
 * @throws NoRoomForBackupError when the disk fills; also the errors of reading the pieces */
export async function writeBackupFile(
  path: string,
  hasRoomFor: HasRoomFor,
  pieces: AsyncIterable<Uint8Array>,
): Promise<void> {
  const expectRoom = async () => {
    if (!(await hasRoomFor(bytesPerCheck))) throw new NoRoomForBackupError()
  }
  await expectRoom()
  // The next attempt writes over what a killed process has left.
  await writeDurably(path, whileRoom(pieces, expectRoom), `${path}.part`).catch(
    (error: unknown) => {
      throw isDiskFull(error) ? new NoRoomForBackupError() : error
    },
  )
}

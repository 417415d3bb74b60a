import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Collection, type Db, GridFSBucket, ObjectId } from 'mongodb'
import { unavailable } from '../http/problem'
import { isUnavailable } from '../mongo/database'
import { BrokenFileError, type ChunkRecord, filePieces } from '../mongo/file-pieces'
import { holdLease, type LeaseRecord, leaseLife, mongoLeases } from '../mongo/leases'
import { removeOrphans } from './orphans'
import { chunkSize, openUnfinishedFiles, type UnfinishedFile } from './unfinished-files'

/** A file in GridFS. */
export interface StoredFile {
  id: ObjectId
  name: string
  /** Bytes. */
  size: number
  contentType: string
  /** The digest of the whole file, in hexadecimal. */
  sha256: string
}

/** Examines the bytes of a file while it is stored.
 * @typeParam Details what is found, and stored with the file */
export interface Inspector<Details = object> {
  push(bytes: Uint8Array): void | Promise<void>
  /** @throws an error if the file is not of the expected kind */
  finish(): Details & { contentType: string }
  /** Must be called at the end. */
  free?(): void
}

interface FileRecord {
  _id: ObjectId
  length: number
  chunkSize: number
  filename: string
  metadata: Omit<StoredFile, 'id' | 'name' | 'size'>
}

const removeRetryDelay = 10_000
/** Milliseconds. */
const maxCompactTime = 30_000

/** The database has lost chunks, or was unavailable for so long that another process may have removed the file. */
const uploadInterrupted = () => unavailable('The upload was interrupted. Please try again.', 5)

export type StoredFiles = Awaited<ReturnType<typeof openStoredFiles>>

/** The files in GridFS: mp3s, and the files of the band's pages.
 *
 * Files are read with bounded queries on `fs.chunks` instead of the driver's download stream, which leaks its cursor
 * when a client disconnects, and ends without an error when a chunk is missing.
 * @param isBackupRunning whether a backup is running, which may read files that no record refers to; no file is removed then */
export async function openStoredFiles(db: Db, isBackupRunning: () => Promise<boolean>) {
  const unfinished = await openUnfinishedFiles(db)
  // The lease is renewed after the last chunk with majority and journal, which makes the file durable too.
  const bucket = new GridFSBucket(db, { writeConcern: { w: 1 } })
  const files = db.collection<FileRecord>('fs.files')
  const chunks = db.collection<ChunkRecord>('fs.chunks')
  const leases = db.collection<LeaseRecord<ObjectId>>('uploads')
  await chunks.createIndex({ files_id: 1, n: 1 }, { unique: true })
  await files.createIndex({ filename: 1, uploadDate: 1 })

  async function remove(id: ObjectId) {
    await files.deleteOne({ _id: id })
    await chunks.deleteMany({ files_id: id })
  }

  /** Whether all chunks of a file are stored. The database may have died and been restarted during an upload, and have
   * lost some of the chunks, which it confirms before they are in its journal. */
  async function isComplete(id: ObjectId): Promise<boolean> {
    const record = await files.findOne({ _id: id }, { projection: { length: 1, chunkSize: 1 } })
    if (!record) return false
    const stored = await chunks.countDocuments({ files_id: id })
    return stored === Math.ceil(record.length / record.chunkSize)
  }

  /** Removes a file, after a running backup if there is one. If the process ends before, the next sweep removes it. */
  async function removeAfterBackup(id: ObjectId): Promise<void> {
    if (!(await isBackupRunning())) return remove(id)
    setTimeout(() => void removeAfterBackup(id).catch(() => undefined), removeRetryDelay).unref()
  }

  return {
    isComplete,
    /** Runs a function that may store one file. If the function fails, the file is removed; if the database is
     * unavailable then, the next sweep removes it.
     * @throws the function's error; `store` throws the inspector's or the stream's error */
    async withUpload<Result>(
      work: (
        store: <Details>(
          name: string,
          stream: Readable,
          inspector: Inspector<Details>,
        ) => Promise<StoredFile & Details>,
      ) => Promise<Result>,
    ): Promise<Result> {
      const id = new ObjectId()
      // Prevents sweeps, also those of other processes, from removing this file's chunks during the upload.
      const lease = await holdLease(mongoLeases(leases), id)
      async function store<Details>(name: string, stream: Readable, inspector: Inspector<Details>) {
        const metadata = {}
        // The upload stream stores the metadata after the last chunk, when `inspect` has filled it in.
        const upload = bucket.openUploadStreamWithId(id, name, { metadata })
        try {
          await pipeline(stream, (source) => inspect(source, inspector, metadata), upload)
        } finally {
          inspector.free?.()
        }
        // The renewal waits for the journal, so everything that was written before it is durable too.
        if (!(await lease.isHeld()) || !(await isComplete(id))) throw uploadInterrupted()
        return { id, name, size: upload.length, ...metadata } as StoredFile & Details
      }
      let isDatabaseUnavailable = false
      try {
        return await work(store)
      } catch (error) {
        // If the database is unavailable, the record may have been written. The next sweep then removes the file
        // only if no record refers to it.
        isDatabaseUnavailable = isUnavailable(error)
        if (!isDatabaseUnavailable) await remove(id)
        throw error
      } finally {
        const released = lease.release().catch(() => undefined)
        // The response must not wait for a database that is unavailable.
        if (!isDatabaseUnavailable) await released
      }
    },

    ...createReader(files, chunks),

    remove: removeAfterBackup,

    unfinished,

    /** Makes a file of the bytes of a complete upload. A repeated call has the same result.
     * @throws the inspector's error, or BrokenFileError if bytes are missing; the caller removes the bytes */
    async complete<Details>(
      { _id: id, size }: UnfinishedFile,
      name: string,
      inspector: Inspector<Details>,
    ): Promise<StoredFile & Details> {
      const metadata = {}
      let length = 0
      try {
        for await (const piece of inspect(filePieces(chunks, id), inspector, metadata))
          length += piece.length
        if (length !== size) throw new BrokenFileError()
        const record = { length, chunkSize, uploadDate: new Date(), filename: name, metadata }
        await files.updateOne({ _id: id }, { $setOnInsert: record as never }, { upsert: true })
        return { id, name, size, ...metadata } as StoredFile & Details
      } finally {
        inspector.free?.()
      }
    },

    /** Returns the space of removed files to the disk, without blocking reads and writes. */
    async compact(): Promise<void> {
      // Forces a checkpoint: the previous one still refers to the blocks of removed files, so they can't be freed.
      await db.admin().command({ fsync: 1 })
      await db.command({ compact: chunks.collectionName, maxTimeMS: maxCompactTime })
    },

    /** Removes the remains of crashes: chunks and files that no record refers to, and the leases of aborted uploads.
     * Uploads in progress are not affected.
     * @param isUsed whether a record refers to a file
     * @param areLeasesExpired whether nobody can be uploading, so that every lease is of a process that has ended
     * @returns the number of removed files, and whether another sweep is necessary later */
    async sweep(isUsed: (id: ObjectId) => Promise<boolean>, areLeasesExpired: boolean) {
      if (await isBackupRunning()) return { removed: 0, pending: true }
      const expired = areLeasesExpired ? {} : { aliveAt: { $lt: new Date(Date.now() - leaseLife) } }
      return removeOrphans({
        ids: () => idsIn(files, chunks),
        async leased() {
          await leases.deleteMany(expired)
          const running = (await leases.find().toArray()).map(({ _id }) => _id)
          return [...running, ...(await unfinished.ids())]
        },
        isUsed,
        remove,
      })
    },
  }
}

/** The ids of all files, complete or not. */
async function idsIn(files: Collection<FileRecord>, chunks: Collection<ChunkRecord>) {
  const ids = [...(await chunks.distinct('files_id')), ...(await files.distinct('_id'))]
  return [...new Map(ids.map((id) => [id.toHexString(), id])).values()]
}

/** Passes bytes through an inspector, and at the end adds its findings and the digest of the bytes to `metadata`. */
async function* inspect(
  source: AsyncIterable<Uint8Array>,
  inspector: Inspector<unknown>,
  metadata: object,
) {
  const digest = createHash('sha256')
  for await (const chunk of source) {
    digest.update(chunk)
    await inspector.push(chunk)
    yield chunk
  }
  Object.assign(metadata, inspector.finish(), { sha256: digest.digest('hex') })
}

/** Reads files by their chunks. */
const createReader = (files: Collection<FileRecord>, chunks: Collection<ChunkRecord>) => ({
  async find(id: ObjectId): Promise<StoredFile | undefined> {
    const record = await files.findOne({ _id: id })
    if (!record) return
    const { length: size, filename: name, metadata } = record
    return { id, name, ...metadata, size }
  },

  /** Reads a part of a file that fits in memory.
   * @param end exclusive
   * @throws BrokenFileError if bytes are missing */
  async read(id: ObjectId, start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
    const record = await files.findOne({ _id: id }, { projection: { chunkSize: 1 } })
    if (!record) throw new BrokenFileError()
    const first = Math.floor(start / record.chunkSize)
    const last = Math.floor((end - 1) / record.chunkSize)
    const found = await chunks
      .find({ files_id: id, n: { $gte: first, $lte: last } })
      .sort({ n: 1 })
      .toArray()
    const bytes = Buffer.concat(found.map((chunk) => chunk.data.buffer))
    const offset = start - first * record.chunkSize
    const window = bytes.subarray(offset, offset + end - start)
    if (window.length !== end - start) throw new BrokenFileError()
    return window
  },

  /** Yields the chunks of a whole file. */
  pieces: (id: ObjectId) => filePieces(chunks, id),
})

import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Collection, type Db, GridFSBucket, ObjectId } from 'mongodb'
import { Problem } from '../http/problem'
import { isUnavailable } from '../mongo/database'
import { type ChunkRecord, filePieces } from '../mongo/file-pieces'
import { holdLease, type LeaseRecord, leaseLife, mongoLeases } from '../mongo/leases'
import { createGainMeter } from './gain'
import { MpegAudioReader } from './mpeg-audio'
import { removeOrphans } from './orphans'

/** An mp3 in GridFS. */
export interface AudioFile {
  id: ObjectId
  name: string
  /** Bytes. */
  size: number
  /** Seconds. */
  duration: number
  /** The digest of the whole file, in hexadecimal. */
  sha256: string
  /** Decibels, as in `GainMeter`; null if it can't be measured. */
  gain?: number | null
}

interface FileRecord {
  _id: ObjectId
  length: number
  chunkSize: number
  filename: string
  metadata: { duration: number; sha256: string; contentType: string; gain?: number | null }
}

const removeRetryDelay = 10_000
/** Milliseconds. */
const maxCompactTime = 30_000

/** Chunks of a stored file are missing or damaged. */
export class BrokenFileError extends Error {
  override readonly name = 'BrokenFileError'
}

/** The database has lost chunks, or was unavailable for so long that another process may have removed the file. */
const uploadInterrupted = () =>
  new Problem(503, 'The upload was interrupted. Please try again.', {
    headers: { 'retry-after': '5' },
  })

export type AudioFiles = Awaited<ReturnType<typeof openAudioFiles>>

/** The mp3s in GridFS.
 *
 * Files are read with bounded queries on `fs.chunks` instead of the driver's download stream, which leaks its cursor
 * when a client disconnects, and ends without an error when a chunk is missing.
 * @param isBackupRunning whether a backup is running, which may read files without a track; no file is removed then */
export async function openAudioFiles(db: Db, isBackupRunning: () => Promise<boolean>) {
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
    /** Runs a function that may store one file. If the function fails, the file is removed; if the database is
     * unavailable then, the next sweep removes it.
     * @throws the function's error; `store` throws NotMpegAudioError, or the stream's error */
    async withUpload<Result>(
      work: (store: (name: string, stream: Readable) => Promise<AudioFile>) => Promise<Result>,
    ): Promise<Result> {
      const id = new ObjectId()
      // Prevents sweeps, also those of other processes, from removing this file's chunks during the upload.
      const lease = await holdLease(mongoLeases(leases), id)
      async function store(name: string, stream: Readable) {
        const file = await storeAudio(bucket, id, name, stream)
        // The renewal waits for the journal, so everything that was written before it is durable too.
        if (!(await lease.isHeld()) || !(await isComplete(id))) throw uploadInterrupted()
        return file
      }
      let isAway = false
      try {
        return await work(store)
      } catch (error) {
        // If the database is unavailable, the record may have been written. The next sweep then removes the file
        // only if no track refers to it.
        isAway = isUnavailable(error)
        if (!isAway) await remove(id)
        throw error
      } finally {
        const released = lease.release().catch(() => undefined)
        // The response must not wait for a database that is unavailable.
        if (!isAway) await released
      }
    },

    ...createReader(files, chunks),

    remove: removeAfterBackup,

    /** Returns the space of removed files to the disk, without blocking reads and writes. */
    async compact(): Promise<void> {
      // Forces a checkpoint: the previous one still refers to the blocks of removed files, so they can't be freed.
      await db.admin().command({ fsync: 1 })
      await db.command({ compact: chunks.collectionName, maxTimeMS: maxCompactTime })
    },

    /** Removes the remains of crashes: chunks and files that no track refers to, and the leases of aborted uploads.
     * Uploads in progress in other processes are not affected.
     * @param isUsed whether a track refers to a file
     * @param isSoleProcess whether no other process can be uploading: then every lease is expired
     * @returns the number of removed files, and whether another sweep is necessary later */
    async sweep(isUsed: (id: ObjectId) => Promise<boolean>, isSoleProcess: boolean) {
      if (await isBackupRunning()) return { removed: 0, pending: true }
      const deadline = new Date(isSoleProcess ? Date.now() + leaseLife : Date.now() - leaseLife)
      return removeOrphans({
        ids: () => idsIn(files, chunks),
        async leased() {
          await leases.deleteMany({ aliveAt: { $lt: deadline } })
          return (await leases.find().toArray()).map(({ _id }) => _id)
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

/** Stores a stream while it arrives, checks that it is MPEG audio, and measures its loudness. */
async function storeAudio(
  bucket: GridFSBucket,
  id: ObjectId,
  name: string,
  stream: Readable,
): Promise<AudioFile> {
  const audio = new MpegAudioReader()
  const digest = createHash('sha256')
  const meter = await createGainMeter()
  const metadata = {
    duration: 0,
    sha256: '',
    contentType: 'audio/mpeg',
    gain: null as number | null,
  }
  let size = 0
  async function* inspect(source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      audio.push(chunk)
      digest.update(chunk)
      size += chunk.length
      await meter.push(chunk)
      yield chunk
    }
    metadata.duration = Math.round(audio.finish() * 1000) / 1000
    metadata.sha256 = digest.digest('hex')
    metadata.gain = meter.gain() ?? null
  }
  try {
    await pipeline(stream, inspect, bucket.openUploadStreamWithId(id, name, { metadata }))
  } finally {
    meter.free()
  }
  const { duration, sha256, gain } = metadata
  return { id, name, size, duration, sha256, gain }
}

/** Reads files by their chunks. */
const createReader = (files: Collection<FileRecord>, chunks: Collection<ChunkRecord>) => ({
  async find(id: ObjectId): Promise<AudioFile | undefined> {
    const record = await files.findOne({ _id: id })
    if (!record) return
    const { length, filename, metadata } = record
    return { id, name: filename, size: length, ...metadata }
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

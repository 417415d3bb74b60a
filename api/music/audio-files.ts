import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Binary, type Db, GridFSBucket, ObjectId } from 'mongodb'
import { isUnavailable } from '../mongo/database'
import { holdLease, type LeaseRecord, leaseLife } from '../mongo/leases'
import { MpegAudioReader } from './mpeg-audio'

/** An mp3 in GridFS. */
export interface AudioFile {
  id: ObjectId
  name: string
  /** Bytes. */
  size: number
  /** Seconds. */
  duration: number
  /** Of the whole file, in hexadecimal. */
  sha256: string
}

interface FileRecord {
  _id: ObjectId
  length: number
  chunkSize: number
  filename: string
  metadata: { duration: number; sha256: string; contentType: string }
}

interface ChunkRecord {
  _id: ObjectId
  files_id: ObjectId
  n: number
  data: Binary
}

const chunksAtOnce = 8
const removeAgainAfter = 10_000

/** A stored file's chunks are not what they were when it was stored. */
export class BrokenFileError extends Error {
  override readonly name = 'BrokenFileError'
}

export type AudioFiles = Awaited<ReturnType<typeof openAudioFiles>>

/** The mp3s in GridFS.
 *
 * Reading goes by bounded queries over `fs.chunks` instead of the driver's download stream, which leaks
 * its cursor when a listener goes away and ends without an error when a chunk is missing.
 * @param isReadAside whether a backup may be reading files that no track names any more: then none goes */
export async function openAudioFiles(db: Db, isReadAside: () => Promise<boolean>) {
  // The track's record, written after the file with majority and journal, makes all before it durable too.
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

  /** Removes a file, or as soon as nobody reads it aside; the next start's sweep removes what is left then. */
  async function removeInTime(id: ObjectId): Promise<void> {
    if (!(await isReadAside())) return remove(id)
    setTimeout(() => void removeInTime(id).catch(() => undefined), removeAgainAfter).unref()
  }

  /** Stores a stream while it arrives, and checks meanwhile that it is MPEG audio. */
  async function write(id: ObjectId, name: string, stream: Readable): Promise<AudioFile> {
    const audio = new MpegAudioReader()
    const digest = createHash('sha256')
    const metadata = { duration: 0, sha256: '', contentType: 'audio/mpeg' }
    let size = 0
    async function* inspect(source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        audio.push(chunk)
        digest.update(chunk)
        size += chunk.length
        yield chunk
      }
      metadata.duration = Math.round(audio.finish() * 1000) / 1000
      metadata.sha256 = digest.digest('hex')
    }
    await pipeline(stream, inspect, bucket.openUploadStreamWithId(id, name, { metadata }))
    return { id, name, size, duration: metadata.duration, sha256: metadata.sha256 }
  }

  return {
    /** Runs some work that may store one file. The file stays if the work succeeds; when it fails, for
     * whatever reason, nothing is left behind.
     * @throws what the work threw; its `store` throws NotMpegAudioError, or what the stream threw. */
    async keeping<Result>(
      work: (store: (name: string, stream: Readable) => Promise<AudioFile>) => Promise<Result>,
    ): Promise<Result> {
      const id = new ObjectId()
      // Tells sweepers, other processes' too, that the chunks of this file belong to an upload under way.
      const releaseLease = await holdLease(leases, id)
      try {
        return await work((name, stream) => write(id, name, stream))
      } catch (error) {
        // With the database away nobody knows whether the record was written: the sweep will see.
        if (!isUnavailable(error)) await remove(id)
        throw error
      } finally {
        await releaseLease().catch(() => undefined)
      }
    },

    async find(id: ObjectId): Promise<AudioFile | undefined> {
      const record = await files.findOne({ _id: id })
      if (!record) return
      const { length, filename, metadata } = record
      return { id, name: filename, size: length, ...metadata }
    },

    /** The bytes from `start` up to, not with, `end`; for windows that fit in memory.
     * @throws BrokenFileError when some are missing. */
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

    /** The whole file in pieces of a few chunks, each by a query of its own: nothing stays open when
     * the reader stops. A missing chunk ends it early, which the reader's length check must see. */
    async *pieces(id: ObjectId): AsyncGenerator<Uint8Array> {
      for (let n = 0; ; n += chunksAtOnce) {
        const found = await chunks
          .find({ files_id: id, n: { $gte: n, $lt: n + chunksAtOnce } })
          .sort({ n: 1 })
          .toArray()
        for (const chunk of found) yield chunk.data.buffer
        if (found.length < chunksAtOnce) return
      }
    },

    remove: removeInTime,

    /** Removes what crashes left: chunks and files that no track names, and the leases of dead uploads.
     * Uploads under way in other processes are left alone.
     * @param isUsed which files some track names
     * @param alone whether no other process can be uploading: then every lease is a dead one
     * @returns how many files went, and whether some lease may be a dead one soon. */
    async sweep(isUsed: (id: ObjectId) => Promise<boolean>, alone: boolean) {
      if (await isReadAside()) return { removed: 0, pending: true }
      const deadline = new Date(alone ? Date.now() + leaseLife : Date.now() - leaseLife)
      await leases.deleteMany({ aliveAt: { $lt: deadline } })
      const held = new Set((await leases.find().toArray()).map(({ _id }) => _id.toHexString()))
      const chunked = await chunks.distinct('files_id')
      const stored = await files.distinct('_id')
      const candidates = new Map([...chunked, ...stored].map((id) => [id.toHexString(), id]))
      let removed = 0
      for (const [text, id] of candidates) {
        if (held.has(text) || (await isUsed(id))) continue
        await remove(id)
        removed += 1
      }
      return { removed, pending: held.size > 0 }
    },
  }
}

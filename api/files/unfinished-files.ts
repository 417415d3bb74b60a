import { Binary, type Db, type ObjectId } from 'mongodb'
import { BrokenFileError, type ChunkRecord } from '../mongo/file-pieces'

/** A file of which only the first `offset` bytes may have arrived. */
export interface UnfinishedFile {
  _id: ObjectId
  /** Bytes of the whole file. */
  size: number
  offset: number
  /** The client's `Upload-Metadata`. */
  metadata: Record<string, string>
  createdAt: Date
  /** The address of the finished file; undefined until the upload is finished. */
  location?: string
}

export type UnfinishedFiles = Awaited<ReturnType<typeof openUnfinishedFiles>>

/** Bytes; the default of GridFS. */
export const chunkSize = 255 * 1024
/** Milliseconds after its creation in which an upload can be resumed. */
export const uploadLife = 24 * 60 * 60_000
/** Chunks after which the offset is stored: after a crash, the client has to repeat at most so many. */
const chunksPerOffset = 4

/** Files in GridFS that arrive in parts, at any of several processes.
 *
 * A part that breaks off may end within a chunk. The next part replaces that chunk by a longer one. A chunk is never
 * replaced by a shorter one, so a part that is still being written by another process does no harm: both have the same
 * bytes. The offset is stored with majority and journal after the chunks before it, which are then durable too. */
export async function openUnfinishedFiles(db: Db) {
  const records = db.collection<UnfinishedFile>('unfinishedUploads')
  const chunks = db.collection<ChunkRecord>('fs.chunks', { writeConcern: { w: 1 } })
  // The chunks of expired uploads are removed by the next sweep.
  await records.createIndex({ createdAt: 1 }, { expireAfterSeconds: uploadLife / 1000 })

  async function putChunk(id: ObjectId, n: number, bytes: Uint8Array) {
    const stored = { $binarySize: { $ifNull: ['$data', new Binary(new Uint8Array())] } }
    const data = {
      $cond: [{ $gte: [stored, bytes.length] }, '$data', new Binary(new Uint8Array(bytes))],
    }
    await chunks.updateOne({ files_id: id, n }, [{ $set: { data } }], { upsert: true })
  }

  /** The bytes of the chunk that contains an offset, up to the offset. */
  async function startOfChunk(id: ObjectId, offset: number): Promise<Uint8Array> {
    const length = offset % chunkSize
    if (length === 0) return new Uint8Array()
    const n = Math.floor(offset / chunkSize)
    const found = await chunks.findOne({ files_id: id, n })
    const bytes = found?.data.buffer.subarray(0, length)
    if (bytes?.length !== length) throw new BrokenFileError()
    return bytes
  }

  /** Appends a part at an offset. If the part breaks off, the bytes that have arrived are stored.
   * @returns the new offset
   * @throws the error with which the part broke off */
  async function append(_id: ObjectId, from: number, part: AsyncIterable<Uint8Array>) {
    const chunk = Buffer.alloc(chunkSize)
    chunk.set(await startOfChunk(_id, from))
    let [offset, stored] = [from, from]

    async function storeOffset() {
      if (offset > stored) await records.updateOne({ _id }, { $max: { offset } })
      stored = offset
    }

    async function store(bytes: Uint8Array) {
      for (let rest = bytes; rest.length > 0; ) {
        const start = offset % chunkSize
        const taken = rest.subarray(0, chunkSize - start)
        chunk.set(taken, start)
        offset += taken.length
        rest = rest.subarray(taken.length)
        if (offset % chunkSize !== 0) continue
        await putChunk(_id, offset / chunkSize - 1, chunk)
        if (offset - stored >= chunksPerOffset * chunkSize) await storeOffset()
      }
    }

    async function flush() {
      const length = offset % chunkSize
      if (offset > stored && length > 0)
        await putChunk(_id, Math.floor(offset / chunkSize), chunk.subarray(0, length))
      await storeOffset()
    }

    let isStoring = false
    try {
      for await (const bytes of part) {
        isStoring = true
        await store(bytes)
        isStoring = false
      }
    } finally {
      // If storing has failed, chunks before the offset may be missing.
      if (!isStoring) await flush()
    }
    return offset
  }

  return {
    async create(file: Pick<UnfinishedFile, '_id' | 'size' | 'metadata'>): Promise<void> {
      await records.insertOne({ ...file, offset: 0, createdAt: new Date() })
    },

    find: (_id: ObjectId): Promise<UnfinishedFile | null> => records.findOne({ _id }),

    append,

    /** Stores the address of the finished file. Clients can request it until the upload expires. */
    async setLocation(_id: ObjectId, location: string): Promise<void> {
      await records.updateOne({ _id }, { $set: { location } })
    },

    /** Removes an upload and its bytes. */
    async remove(_id: ObjectId): Promise<void> {
      await records.deleteOne({ _id })
      await db.collection('fs.files').deleteOne({ _id })
      await chunks.deleteMany({ files_id: _id })
    },

    /** The ids of all uploads that are not finished. */
    ids: (): Promise<ObjectId[]> => records.distinct('_id', { location: { $exists: false } }),

    /** The number of bytes that are still to come. */
    async pendingBytes(): Promise<number> {
      const pending = { $subtract: ['$size', '$offset'] }
      const [sum] = await records
        .aggregate<{ bytes: number }>([{ $group: { _id: null, bytes: { $sum: pending } } }])
        .toArray()
      return sum?.bytes ?? 0
    },
  }
}

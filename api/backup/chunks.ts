import { createHash } from 'node:crypto'
import { Binary, BSON, Int32, ObjectId } from 'mongodb'
import type { ArchivedFile } from './manifest'

/** The id of a chunk. It is derived, so that archives of the same files are equal. */
const chunkId = (fileId: string, index: number) =>
  new ObjectId(createHash('sha256').update(`${fileId}:${index}`).digest().subarray(0, 12))

const toChunk = (fileId: string, index: number, data: Uint8Array) => ({
  _id: chunkId(fileId, index),
  files_id: new ObjectId(fileId),
  n: new Int32(index),
  data: new Binary(data),
})

/** The total size of the BSON documents of a file's chunks, in bytes. */
export function chunksSize({ id, size, chunkSize }: ArchivedFile): number {
  const overhead = BSON.calculateObjectSize(toChunk(id, 0, new Uint8Array()))
  return Math.ceil(size / chunkSize) * overhead + size
}

/** Yields a file's chunks as GridFS stores them, as BSON documents.
 * @param bytes the file, in pieces of any size */
export async function* chunksOf(
  { id, chunkSize }: ArchivedFile,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let index = 0
  let rest: Uint8Array = Buffer.alloc(0)
  for await (const piece of bytes) {
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece])
    for (; rest.length >= chunkSize; index += 1) {
      yield BSON.serialize(toChunk(id, index, rest.subarray(0, chunkSize)))
      rest = rest.subarray(chunkSize)
    }
  }
  if (rest.length > 0) yield BSON.serialize(toChunk(id, index, rest))
}

/** Computes the length and the digest of each file from a sequence of chunks.
 * @throws {Error} when the chunks are not in the order of `chunksOf` */
export function createChunkReader() {
  const files: Omit<ArchivedFile, 'chunkSize'>[] = []
  let current = { id: '', size: 0, next: 0, hash: createHash('sha256') }
  const finish = () => {
    const { id, size, hash } = current
    if (id !== '') files.push({ id, size, sha256: hash.digest('hex') })
  }
  return {
    /** @param document a chunk as BSON */
    add(document: Uint8Array): void {
      const { _id, files_id, n, data } = BSON.deserialize(document)
      const isChunk =
        _id instanceof ObjectId && files_id instanceof ObjectId && data instanceof Binary
      if (!isChunk) throw new Error('it has an invalid chunk')
      const id = files_id.toHexString()
      if (id !== current.id) {
        finish()
        current = { id, size: 0, next: 0, hash: createHash('sha256') }
      }
      if (n !== current.next || !_id.equals(chunkId(id, n)))
        throw new Error('its chunks are not in order')
      current.next += 1
      current.size += data.length()
      current.hash.update(data.buffer)
    },

    /** Returns the files, after the last chunk. */
    finish() {
      finish()
      current.id = ''
      return files
    },
  }
}

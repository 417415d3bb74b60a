import { createHash, type Hash } from 'node:crypto'
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
export async function* chunksOf({ id, chunkSize }: ArchivedFile, bytes: AsyncIterable<Uint8Array>) {
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
  const files: { id: string; size: number; next: number; hash: Hash }[] = []
  return {
    /** @param document a chunk as BSON */
    add(document: Uint8Array): void {
      const { _id, files_id, n, data } = BSON.deserialize(document)
      const isChunk =
        _id instanceof ObjectId && files_id instanceof ObjectId && data instanceof Binary
      if (!isChunk) throw new Error('it has an invalid chunk')
      const id = files_id.toHexString()
      const last = files.at(-1)
      const file = last?.id === id ? last : { id, size: 0, next: 0, hash: createHash('sha256') }
      if (file !== last) files.push(file)
      if (n !== file.next || !_id.equals(chunkId(id, n)))
        throw new Error('its chunks are not in order')
      file.next += 1
      file.size += data.length()
      file.hash.update(data.buffer)
    },

    /** Returns the files, after the last chunk. */
    finish: () => files.map(({ id, size, hash }) => ({ id, size, sha256: hash.digest('hex') })),
  }
}

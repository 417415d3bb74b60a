import type { Binary, Collection, ObjectId } from 'mongodb'

/** A part of a file in GridFS. */
export interface ChunkRecord {
  _id: ObjectId
  files_id: ObjectId
  n: number
  data: Binary
}

/** Chunks of a file are missing or damaged. */
export class BrokenFileError extends Error {
  override readonly name = 'BrokenFileError'
}

/** 1 MB. A client that stops reading keeps that much of the site's memory in use. With 2 MB, files are read only a tenth faster. */
const chunksPerQuery = 4

/** Yields the chunks of a whole file in GridFS. A query reads a few chunks at a time, so no cursor stays open if the
 * reader stops. The caller must check the length, because a missing chunk may end the file early. */
export async function* filePieces(chunks: Collection<ChunkRecord>, id: ObjectId) {
  for (let n = 0; ; n += chunksPerQuery) {
    const found = await chunks
      .find({ files_id: id, n: { $gte: n, $lt: n + chunksPerQuery } })
      .sort({ n: 1 })
      .toArray()
    for (const chunk of found) yield chunk.data.buffer
    if (found.length < chunksPerQuery) return
  }
}

/** The largest document that MongoDB stores, with the room that it leaves for its own fields (bytes). */
const maxDocumentSize = 16 * 1024 * 1024 + 16 * 1024
/** The shortest BSON document: its length and its end. */
const minDocumentSize = 5

/** Splits a stream into BSON documents; each begins with its length (BSON 1.1).
 * @throws {Error} when a length is impossible, or the stream ends within a document */
export async function* documentsOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = []
  let bufferedBytes = 0
  let wanted = 4
  for await (const piece of source) {
    parts.push(piece)
    bufferedBytes += piece.length
    if (bufferedBytes < wanted) continue
    let rest = Buffer.concat(parts)
    wanted = 4
    while (rest.length >= 4) {
      const length = rest.readInt32LE()
      if (length < minDocumentSize || length > maxDocumentSize)
        throw new Error(`it has a document of ${length} bytes`)
      wanted = length
      if (rest.length < length) break
      yield rest.subarray(0, length)
      rest = rest.subarray(length)
      wanted = 4
    }
    parts = [rest]
    bufferedBytes = rest.length
  }
  if (bufferedBytes > 0) throw new Error('it ends within a document')
}

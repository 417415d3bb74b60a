import { createHash } from 'node:crypto'

/** The length (bytes) and the digest (hexadecimal) of a file. */
interface Measurement {
  size: number
  sha256: string
}

/** Measures a stream while it is read.
 * @returns the same pieces, and a function that returns their measurement once, after the last piece */
export function measureStream(source: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256')
  let size = 0
  return {
    async *pieces(): AsyncGenerator<Uint8Array> {
      for await (const piece of source) {
        hash.update(piece)
        size += piece.length
        yield piece
      }
    },
    result: (): Measurement => ({ size, sha256: hash.digest('hex') }),
  }
}

/** Whether a stream has the length and the digest of a file.
 * @throws the errors of the stream */
export async function isIntact(
  { size, sha256 }: Measurement,
  source: AsyncIterable<Uint8Array>,
): Promise<boolean> {
  const { pieces, result } = measureStream(source)
  for await (const _ of pieces());
  const found = result()
  return found.size === size && found.sha256 === sha256
}

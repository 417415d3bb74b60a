import { join } from 'node:path'
import pLimit from 'p-limit'
import { runProgram } from '../process/run-program'

/** Bytes of a file in which its tags are looked for. */
export const maxTagBytes = 4 * 1024 * 1024
/** Milliseconds. Tags of songs take a small part of it, also on a busy machine. */
const timeout = 10_000

// One process at a time, because a file may be made to keep it busy until the timeout.
const limit = pLimit(1)

/** Reads the ID3v2 tags at the start of an mp3.
 * @param pieces the bytes of the file; only the first 4 MB are read
 * @returns the fields as texts, as in a form; none if the tags can't be read */
export const readTags = async (
  pieces: AsyncIterable<Uint8Array>,
): Promise<Record<string, string>> => JSON.parse((await read(pieces, 'fields')) || '{}')

/** Reads the first picture in the ID3v2 tags at the start of an mp3; undefined if there is none in the first 4 MB. */
export async function readPicture(pieces: AsyncIterable<Uint8Array>) {
  const picture = await read(pieces, 'picture')
  return picture ? new Uint8Array(Buffer.from(picture, 'base64')) : undefined
}

/** Reads tags in a process of its own. Resolves to an empty text if they can't be read within the timeout. */
async function read(pieces: AsyncIterable<Uint8Array>, part: 'fields' | 'picture') {
  const start: Uint8Array[] = []
  let length = 0
  for await (const piece of pieces) {
    start.push(piece)
    length += piece.length
    if (length >= maxTagBytes) break
  }
  const program = join(import.meta.dirname, 'tags-process.ts')
  const input = Buffer.concat(start)
  return limit(() => runProgram(program, [part], { input, timeout }).catch(() => ''))
}

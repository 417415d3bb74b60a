import { type IOptions, parseBuffer } from 'music-metadata'
import { fieldsOfTags, tagOptions } from '../shared/track-tags'

/** Bytes of a file in which its tags are looked for. */
export const maxTagBytes = 4 * 1024 * 1024

/** Reads the ID3v2 tags at the start of an mp3.
 * @param pieces the bytes of the file; only the first 4 MB are read
 * @returns the fields as texts, as in a form; none if the tags can't be read */
export async function readTags(pieces: AsyncIterable<Uint8Array>): Promise<Record<string, string>> {
  const common = await commonTags(pieces, tagOptions)
  return common ? fieldsOfTags(common) : {}
}

/** Reads the first picture in the ID3v2 tags at the start of an mp3; undefined if there is none in the first 4 MB. */
export const readPicture = async (
  pieces: AsyncIterable<Uint8Array>,
): Promise<Uint8Array | undefined> =>
  (await commonTags(pieces, { ...tagOptions, skipCovers: false }))?.picture?.[0]?.data

async function commonTags(pieces: AsyncIterable<Uint8Array>, options: IOptions) {
  const start: Uint8Array[] = []
  let length = 0
  for await (const piece of pieces) {
    start.push(piece)
    length += piece.length
    if (length >= maxTagBytes) break
  }
  try {
    // The end of the file is not in the buffer.
    const startOptions = { ...options, skipPostHeaders: true }
    return (await parseBuffer(Buffer.concat(start), 'audio/mpeg', startOptions)).common
  } catch {
    return undefined
  }
}

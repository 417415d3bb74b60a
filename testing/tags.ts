/** Seven bits in each of four bytes, as ID3v2.4 writes sizes. */
const sizeOf = ({ length }: Uint8Array) =>
  Buffer.from([21, 14, 7, 0].map((shift) => (length >> shift) & 127))

/** Puts ID3v2.4 tags before an mp3.
 * @param frames the contents by the frame's name */
export function withTags(frames: Record<string, string | Buffer>, file: Uint8Array): Buffer {
  const written = Object.entries(frames).map(([name, content]) => {
    const body = typeof content === 'string' ? Buffer.from(`\u0003${content}`) : content
    return Buffer.concat([Buffer.from(name), sizeOf(body), Buffer.alloc(2), body])
  })
  const tags = Buffer.concat(written)
  return Buffer.concat([Buffer.from('ID3'), Buffer.from([4, 0, 0]), sizeOf(tags), tags, file])
}

/** The content of a frame with a picture. */
export const pictureFrame = (picture: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from('\0image/png\0\u0003\0', 'latin1'), picture])

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Bytes of a chunk's length and type before its data, and of its checksum after them. */
const [headSize, checksumSize] = [8, 4]
/** The ancillary chunks that are kept: transparency, colours and orientation. */
const kept = new Set(['tRNS', 'sRGB', 'gAMA', 'cHRM', 'iCCP', 'eXIf'])

/** Removes from a PNG (ISO/IEC 15948, 5.3) the ancillary chunks that do not change how it looks, because compressed texts
 * can unpack to gigabytes. Of each other ancillary kind, only the first chunk stays. Bytes that are not a PNG are returned
 * unchanged. */
export function withoutUnneededChunks(bytes: Buffer): Buffer {
  if (!bytes.subarray(0, signature.length).equals(signature)) return bytes
  const parts: Buffer[] = [signature]
  const seen = new Set<string>()
  let at = signature.length
  while (at + headSize <= bytes.length) {
    const end = at + headSize + bytes.readUInt32BE(at) + checksumSize
    const type = bytes.toString('latin1', at + 4, at + headSize)
    // The types of critical chunks begin with a capital letter.
    const isCritical = /^[A-Z]/.test(type)
    if (isCritical || (kept.has(type) && !seen.has(type))) parts.push(bytes.subarray(at, end))
    seen.add(type)
    at = end
  }
  return Buffer.concat(parts)
}

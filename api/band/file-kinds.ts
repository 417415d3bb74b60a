import type { Inspector } from '../files/stored-files'
import { invalidFile } from '../http/problem'
import { listed } from '../shared/listed'
import { type PageFileType, pageFileKinds } from '../shared/page-files'

/** The first bytes of each kind, in hexadecimal. */
const starts: Record<PageFileType, RegExp> = {
  // Four bytes of length, `ftyp`, and a brand of MP4 (isom, iso2 to iso6, mp41, mp42, avc1, M4V, dash): the same format
  // contains QuickTime films and HEIC pictures, which browsers don't play.
  'video/mp4': /^.{8}66747970(69736f6d|69736f3[2-6]|6d70343[12]|61766331|4d3456|64617368)/,
  'video/webm': /^1a45dfa3/,
  // %PDF-
  'application/pdf': /^255044462d/,
  'image/png': /^89504e470d0a/,
  'image/jpeg': /^ffd8ff/,
  // RIFF, four bytes of length, then `WEBP`.
  'image/webp': /^52494646.{8}57454250/,
  'application/zip': /^504b0304/,
  // `WEBVTT`, perhaps after a byte order mark.
  'text/vtt': /^(efbbbf)?574542565454/,
}
const startLength = 16

/** Determines the kind of a file.
 * @throws Problem 422 from `finish` if the file is of no kind that can be put on a page */
export function createKindInspector(): Inspector {
  let start = Buffer.alloc(0)
  return {
    push(bytes) {
      const missing = startLength - start.length
      if (missing > 0) start = Buffer.concat([start, bytes.subarray(0, missing)])
    },
    finish() {
      const kind = Object.entries(starts).find(([, pattern]) => pattern.test(start.toString('hex')))
      if (!kind)
        throw invalidFile(
          `This kind of file can’t be used. It must be ${listed(Object.values(pageFileKinds), 'or')}.`,
        )
      return { contentType: kind[0] }
    },
  }
}

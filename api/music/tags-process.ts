import { parseBuffer } from 'music-metadata'
import { fieldsOfTags, tagOptions } from '../shared/track-tags'

/** Reads the ID3v2 tags at the start of an mp3, from standard input, and prints the fields of its track as JSON; or with the
 * argument `picture`, its first picture in base64. */
if (import.meta.main) {
  const isPicture = process.argv[2] === 'picture'
  const start = new Uint8Array(await Bun.stdin.arrayBuffer())
  // The end of the file is not in the input.
  const options = { ...tagOptions, skipCovers: !isPicture, skipPostHeaders: true }
  const { common } = await parseBuffer(start, 'audio/mpeg', options)
  const picture = common.picture?.[0]?.data ?? new Uint8Array()
  process.stdout.write(
    isPicture ? Buffer.from(picture).toString('base64') : JSON.stringify(fieldsOfTags(common)),
  )
}

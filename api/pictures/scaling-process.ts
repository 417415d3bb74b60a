import { readFile } from 'node:fs/promises'
import { loadSharp } from '../drawing/text-image'
import { withoutUnneededChunks } from './png-chunks'

/** Pixels of an uploaded picture. */
export const maxPixels = 40_000_000

export const exitCodes = { notAPicture: 2, tooMuchWork: 3 }

/** Formats that are accepted (AVIF is a kind of HEIF). SVG is not, because it can refer to other files. */
const formats = new Set(['jpeg', 'png', 'webp', 'avif', 'heif'])
/** Pixels of the stored picture: twice as wide as it is displayed. */
const [maxWidth, maxHeight] = [1200, 1600]
/** Bytes of memory that this process may use. */
const maxMemory = 512 * 1024 * 1024
/** Microseconds of processor time. */
const maxTime = 4_000_000
/** Milliseconds between two checks of memory and time; the picture is read in another thread meanwhile. */
const checkInterval = 10

/** Scales a picture down and encodes it as JPEG without its metadata, such as the place where it was taken. Prints the
 * size of the result as JSON.
 * @param original the path of the picture
 * @param scaled the path of the result */
async function scale(original: string, scaled: string): Promise<void> {
  const sharp = await loadSharp()
  // More threads would take more memory.
  sharp.concurrency(1)
  sharp.cache(false)
  const bytes = withoutUnneededChunks(await readFile(original))
  const { format, width, height } = await sharp(bytes).metadata()
  if (!formats.has(format)) process.exit(exitCodes.notAPicture)
  if (width * height > maxPixels) process.exit(exitCodes.tooMuchWork)
  const result = await sharp(bytes, { limitInputPixels: maxPixels })
    .autoOrient()
    .resize(maxWidth, maxHeight, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff8ea' })
    .jpeg({ quality: 82, mozjpeg: true })
    .toFile(scaled)
  console.log(JSON.stringify({ width: result.width, height: result.height }))
}

if (import.meta.main) {
  setInterval(() => {
    const { user, system } = process.cpuUsage()
    if (process.memoryUsage.rss() > maxMemory || user + system > maxTime)
      process.exit(exitCodes.tooMuchWork)
  }, checkInterval)
  const [original = '', scaled = ''] = process.argv.slice(2)
  await scale(original, scaled).catch(() => process.exit(exitCodes.notAPicture))
  process.exit()
}

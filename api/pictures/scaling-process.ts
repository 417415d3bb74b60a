import { readFile } from 'node:fs/promises'
import { loadSharp } from '../drawing/text-image'
import { withoutUnneededChunks } from './png-chunks'

/** Pixels of an uploaded picture. */
export const maxPixels = 40_000_000

type Sharp = Awaited<ReturnType<typeof loadSharp>>

export const exitCodes = { notAPicture: 2, tooMuchWork: 3 }

/** Formats that are accepted (AVIF is a kind of HEIF). SVG is not, because it can refer to other files. */
const formats = new Set(['jpeg', 'png', 'webp', 'avif', 'heif'])
/** Pixels of a side of the stored picture. */
const maxSide = 1920
/** Bytes of memory that this process may use. */
const maxMemory = 512 * 1024 * 1024
/** Microseconds of processor time. */
const maxTime = 4_000_000
/** Milliseconds between two checks of memory and time; the picture is read in another thread meanwhile. */
const checkInterval = 10

/** Scales a picture down and encodes it as JPEG without its metadata, such as the place where it was taken. Prints the
 * size of the result and its placeholder (`Picture` in the contract) as JSON.
 * @param original the path of the picture
 * @param scaled the path of the result */
async function scale(sharp: Sharp, original: string, scaled: string): Promise<void> {
  const bytes = withoutUnneededChunks(await readFile(original))
  // Without sharp's own limit, which would report a too large picture as unreadable.
  const { format, ...size } = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (!formats.has(format)) process.exit(exitCodes.notAPicture)
  if (size.width * size.height > maxPixels) process.exit(exitCodes.tooMuchWork)
  const result = await sharp(bytes, { limitInputPixels: maxPixels })
    .autoOrient()
    .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff8ea' })
    .jpeg({ quality: 82, mozjpeg: true })
    .toFile(scaled)
  const { width, height } = result
  console.log(JSON.stringify({ width, height, placeholder: await placeholderOf(sharp, scaled) }))
}

/** A data URL of 5 × 5 pixels. */
async function placeholderOf(sharp: Sharp, path: string): Promise<string> {
  const png = await sharp(path).resize(5, 5, { fit: 'fill' }).png().toBuffer()
  return `data:image/png;base64,${png.toString('base64')}`
}

/** Encodes a stored picture as AVIF.
 * @param width pixels */
const encode = (sharp: Sharp, stored: string, encoded: string, width: number) =>
  sharp(stored).resize(width).avif({ quality: 45, effort: 3 }).toFile(encoded)

if (import.meta.main) {
  setInterval(() => {
    const { user, system } = process.cpuUsage()
    if (process.memoryUsage.rss() > maxMemory || user + system > maxTime)
      process.exit(exitCodes.tooMuchWork)
  }, checkInterval)
  const sharp = await loadSharp()
  // More threads would take more memory.
  sharp.concurrency(1)
  sharp.cache(false)
  const [from = '', to = '', width] = process.argv.slice(2)
  const work = width ? encode(sharp, from, to, Number(width)) : scale(sharp, from, to)
  await work.catch(() => process.exit(exitCodes.notAPicture))
  process.exit()
}

import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import sharp from 'sharp'
import type { Plugin } from 'vite'
import { cacheDirectory } from '../api/process/cache-directory.ts'

const pictures = join(import.meta.dirname, '../web/content/pictures')
const endings = new Set(['.jpg', '.jpeg', '.png', '.webp'])
/** Pixels: the widest size that pages use. */
const maxWidth = 1920

/** The path of a photo's smaller copy. It keeps the photo's file name, because the build names the sizes after it. */
async function copyOf(photo: string): Promise<string> {
  const digest = createHash('sha256').update(await readFile(photo))
  return join(cacheDirectory(), 'photos', digest.digest('hex').slice(0, 20), basename(photo))
}

/** Copies each large photo at `maxWidth`, one at a time, and prints a line for each. The build reads a photo about seven times
 * at once, which takes much less memory and time with the copy. */
export async function scalePhotos(): Promise<void> {
  for (const name of await readdir(pictures)) {
    const photo = join(pictures, name)
    if (!endings.has(extname(name).toLowerCase())) continue
    const { width, height } = await sharp(photo).metadata()
    const copy = await copyOf(photo)
    if (width <= maxWidth || existsSync(copy)) continue
    console.log(
      `  ${name} has ${width} × ${height} pixels; the build uses a copy ${maxWidth} pixels wide.`,
    )
    await mkdir(dirname(copy), { recursive: true })
    const scaled = sharp(photo).autoOrient().resize({ width: maxWidth })
    const lossless =
      extname(name).toLowerCase() === '.webp' ? scaled.webp({ lossless: true }) : scaled
    await lossless.jpeg({ quality: 95, force: false }).toFile(`${copy}.part`)
    await rename(`${copy}.part`, copy)
  }
}

/** Lets the build read the copies instead of the large photos. */
export const scaledPhotos = (): Plugin => ({
  name: 'scaled-photos',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (!source.includes('/pictures/') || !source.includes('?')) return
    const resolved = await this.resolve(source, importer, { ...options, skipSelf: true })
    const [photo = '', query] = resolved?.id.split('?') ?? []
    if (dirname(photo) !== pictures) return
    const copy = await copyOf(photo)
    return existsSync(copy) ? `${copy}?${query}` : undefined
  },
})

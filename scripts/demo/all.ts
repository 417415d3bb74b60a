/** Generates the demo content, which is committed to the repository. Arguments select parts of it. Needs ffmpeg on the
 * PATH. */
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { sizePath, widthsOf } from '../../api/shared/picture-sizes'
import { site } from '../../web/content/site'
import { makePictures } from './pictures'
import { makeTracks } from './tracks'
import { makeVideos } from './videos'

const root = join(import.meta.dirname, '../..')
const folders = {
  tracks: join(root, 'api/demo/tracks'),
  /** Sites keep referring to these files, so a changed file gets a new name. */
  media: join(root, 'web/public/demo'),
}
for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true })

const parts = new Set(process.argv.slice(2))
const wants = (part: string) => parts.size === 0 || parts.has(part)

if (wants('tracks')) makeTracks(folders.tracks, site.name)
if (wants('pictures')) await makePictures(folders.media)
if (wants('sizes')) await makeSizes()
if (wants('videos')) await makeVideos(folders.media, folders.tracks)

/** Encodes the pictures in all their sizes. */
async function makeSizes() {
  for (const name of readdirSync(folders.media).filter((file) => file.endsWith('.jpg'))) {
    const path = join(folders.media, name)
    const { width } = await sharp(path).metadata()
    for (const each of widthsOf(width))
      await sharp(path)
        .resize(each)
        .avif({ quality: 45, effort: 3 })
        .toFile(join(folders.media, sizePath(name, each)))
  }
}

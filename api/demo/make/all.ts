/** Makes the demo content anew; needs ffmpeg on the PATH. What it makes is kept in the repository. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { band } from '../../../web/content/band'
import { icon, makePictures } from './pictures'
import { makeTracks } from './tracks'
import { makeVideos } from './videos'

const root = join(import.meta.dirname, '../../..')
const folders = {
  tracks: join(root, 'api/demo/tracks'),
  pictures: join(root, 'web/content/pictures'),
  videos: join(root, 'web/content/videos'),
  public: join(root, 'web/public'),
}
for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true })

const parts = new Set(process.argv.slice(2))
const wants = (part: string) => parts.size === 0 || parts.has(part)

if (wants('tracks')) makeTracks(folders.tracks, band.name)
if (wants('pictures')) await makePictures(folders.pictures)
if (wants('icons')) {
  writeFileSync(join(folders.public, 'icon.svg'), icon(false))
  await sharp(Buffer.from(icon(true)))
    .resize(180)
    .png()
    .toFile(join(folders.public, 'apple-touch-icon.png'))
  await sharp(Buffer.from(icon(false)))
    .resize(192)
    .png()
    .toFile(join(folders.public, 'icon-192.png'))
  await sharp(Buffer.from(icon(false)))
    .resize(512)
    .png()
    .toFile(join(folders.public, 'icon-512.png'))
  await sharp(Buffer.from(icon(true)))
    .resize(512)
    .png()
    .toFile(join(folders.public, 'icon-maskable-512.png'))
}
if (wants('videos')) await makeVideos(folders.videos, folders.tracks)

/** Generates the demo content, which is committed to the repository. Arguments select parts of it. Needs ffmpeg on the
 * PATH. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { band } from '../../web/content/band'
import { icon, makePictures, monochromeIcon, shortcutIcons } from './pictures'
import { makeTracks } from './tracks'
import { makeVideos } from './videos'

const root = join(import.meta.dirname, '../..')
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
if (wants('icons')) await makeIcons()
if (wants('sizes')) makeSizes()
if (wants('videos')) await makeVideos(folders.videos, folders.tracks)

async function makeIcons() {
  writeFileSync(join(folders.public, 'icon.svg'), icon(false))
  const drawings: [name: string, drawing: string, size: number][] = [
    ['apple-touch-icon', icon(true), 180],
    ['icon-192', icon(false), 192],
    ['icon-512', icon(false), 512],
    ['icon-maskable-192', icon(true), 192],
    ['icon-maskable-512', icon(true), 512],
    ['icon-monochrome-512', monochromeIcon, 512],
    ...shortcutIcons.map(([name, drawing]): [string, string, number] => [
      `shortcut-${name}`,
      drawing,
      96,
    ]),
  ]
  for (const [name, drawing, size] of drawings)
    await sharp(Buffer.from(drawing))
      .resize(size)
      .png()
      .toFile(join(folders.public, `${name}.png`))
}

/** Makes all sizes of the pictures that the build needs, with an empty cache, and puts them beside the pictures. */
function makeSizes() {
  const scratch = mkdtempSync(join(tmpdir(), 'sizes-'))
  const output = ['--outDir', join(scratch, 'out/client'), '--logLevel', 'warn']
  const vite = [join(root, 'node_modules/.bin/vite'), 'build', ...output]
  spawnSync(process.execPath, vite, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production', XDG_CACHE_HOME: scratch },
  })
  const sizes = join(folders.pictures, 'sizes')
  rmSync(sizes, { recursive: true, force: true })
  cpSync(join(scratch, 'cover-band/pictures'), sizes, { recursive: true })
  rmSync(scratch, { recursive: true })
}

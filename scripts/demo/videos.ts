import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import sharp from 'sharp'
import { lights, promo, record, road, type Scene, strings } from './scenes'

interface Video {
  scene: Scene
  /** Seconds. */
  length: number
  width: number
  height: number
  /** The track of the sound, and its starting second. */
  sound?: { track: string; from: number }
}

const framesPerSecond = 24

const videos: Record<string, Video> = {
  promo: { scene: promo, length: 10, width: 960, height: 540 },
  lights: {
    scene: lights,
    length: 10,
    width: 960,
    height: 540,
    sound: { track: 'house-of-the-rising-sun', from: 6 },
  },
  strings: {
    scene: strings,
    length: 10,
    width: 960,
    height: 540,
    sound: { track: 'st-james-infirmary', from: 10 },
  },
  record: {
    scene: record,
    length: 10,
    width: 960,
    height: 540,
    sound: { track: 'scarborough-fair', from: 6 },
  },
  road: {
    scene: road,
    length: 10,
    width: 960,
    height: 540,
    sound: { track: 'greensleeves-electric', from: 6 },
  },
}

const h264 = [
  '-c:v',
  'libx264',
  '-preset',
  'slow',
  '-crf',
  '27',
  '-pix_fmt',
  'yuv420p',
  '-movflags',
  '+faststart',
  '-c:a',
  'aac',
  '-b:a',
  '96k',
]
const vp9 = [
  '-c:v',
  'libvpx-vp9',
  '-crf',
  '38',
  '-b:v',
  '0',
  '-row-mt',
  '1',
  '-cpu-used',
  '2',
  '-pix_fmt',
  'yuv420p',
]

/** Draws each video's frames and encodes them with ffmpeg as H.264; the silent video, which every visitor loads, also
 * as VP9, which is smaller. */
export async function makeVideos(folder: string, tracks: string): Promise<void> {
  for (const [name, video] of Object.entries(videos)) {
    const frames = await drawFrames(video)
    await encode(frames, video, join(folder, `${name}.mp4`), h264, tracks)
    if (!video.sound) await encode(frames, video, join(folder, `${name}.webm`), vp9, tracks)
  }
}

async function drawFrames({ scene, length, width, height }: Video): Promise<Buffer[]> {
  const count = length * framesPerSecond
  const frames: Buffer[] = []
  const atOnce = 4
  for (let first = 0; first < count; first += atOnce) {
    const indices = Array.from({ length: Math.min(atOnce, count - first) }, (_, i) => first + i)
    const drawn = indices.map((index) =>
      sharp(Buffer.from(scene(index / count)))
        .resize(width, height)
        .removeAlpha()
        .raw()
        .toBuffer(),
    )
    frames.push(...(await Promise.all(drawn)))
  }
  return frames
}

async function encode(
  frames: Buffer[],
  { width, height, length, sound }: Video,
  file: string,
  format: string[],
  tracks: string,
) {
  const picture = [
    '-f',
    'rawvideo',
    '-pix_fmt',
    'rgb24',
    '-s',
    `${width}x${height}`,
    '-r',
    String(framesPerSecond),
    '-i',
    'pipe:0',
  ]
  const audio = sound
    ? [
        '-ss',
        String(sound.from),
        '-t',
        String(length),
        '-i',
        join(tracks, `${sound.track}.mp3`),
        '-af',
        `afade=t=in:d=0.2,afade=t=out:st=${length - 1.5}:d=1.5`,
      ]
    : []
  const args = [
    '-y',
    '-loglevel',
    'error',
    ...picture,
    ...audio,
    ...format,
    '-map_metadata',
    '-1',
    '-fflags',
    '+bitexact',
    file,
  ]
  const ffmpeg = spawn('ffmpeg', args, { stdio: ['pipe', 'inherit', 'inherit'] })
  const ended = once(ffmpeg, 'close')
  for (const frame of frames) if (!ffmpeg.stdin.write(frame)) await once(ffmpeg.stdin, 'drain')
  ffmpeg.stdin.end()
  const [code] = await ended
  if (code !== 0) throw new Error(`ffmpeg could not make ${file}`)
}

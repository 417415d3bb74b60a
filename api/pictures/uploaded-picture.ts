import { createWriteStream } from 'node:fs'
import { mkdir, mkdtempDisposable, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pLimit from 'p-limit'
import { readMultipart } from '../http/multipart'
import { invalidField, Problem } from '../http/problem'
import { diskRoom, expectRoom } from '../mongo/disk-space'
import { runProgram } from '../process/run-program'
import { exitCodes, maxPixels } from './scaling-process'

interface Disk {
  dataDirectory: string
  /** Bytes of the disk that must stay free. */
  diskReserve: number
}

/** A JPEG and its size in pixels. */
export interface ScaledPicture {
  content: Uint8Array
  width: number
  height: number
  placeholder: string
}

/** Bytes. */
const maxSize = 20 * 1024 * 1024
/** Milliseconds. Long enough for a busy machine; the process itself limits its processor time. */
const scalingTimeout = 30_000

/** Milliseconds after which an upload cannot be in progress any more. */
const brokenAfter = 60 * 60_000

const megapixels = maxPixels / 1_000_000
const notAPicture = () =>
  new Problem(
    415,
    'The file is not a readable picture: choose a JPEG, PNG, WebP or AVIF. HEIC works only in browsers that can read it, such as Safari.',
  )
const tooMuchWork = () =>
  invalidField(
    'picture',
    `This picture takes too much memory or time to read. A picture may have at most ${megapixels} million pixels. If this one has fewer, choose a smaller copy or a JPEG.`,
  )

const uploadsFolder = (dataDirectory: string) => join(dataDirectory, 'uploads')

/** Removes the files that killed processes left behind. */
export async function removeBrokenUploads(dataDirectory: string): Promise<void> {
  const parent = uploadsFolder(dataDirectory)
  for (const name of await readdir(parent).catch(() => [])) {
    const folder = join(parent, name)
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }))
    if (mtimeMs < Date.now() - brokenAfter) await rm(folder, { recursive: true, force: true })
  }
}

// One at a time, because a large picture takes much memory.
const limit = pLimit(1)

/** Reads the picture of a multipart form (RFC 7578) and scales it down in a process of its own, so that a picture that
 * was made to exhaust a decoder harms only that process.
 * @throws Problem 400 if the form is malformed, 413 if it is too large, 415 for another content type or a file that is not
 * a picture, 422 if the file is missing or takes too much memory or time to read, 507 if the disk is full */
export const uploadedPicture = (request: Request, disk: Disk): Promise<ScaledPicture> =>
  scaled(disk, async (original, expectRoomFor) => {
    const { file } = await readMultipart(request, {
      fileField: 'picture',
      maxFileSize: maxSize,
      expectRoomFor,
      async store(_, content) {
        const target = createWriteStream(original)
        await pipeline(content, target)
        return target.bytesWritten
      },
    })
    if (!file) throw invalidField('picture', 'This field is required.')
  })

/** Scales a picture down that is part of another file.
 * @throws Problem 415 if it is not a picture, 422 if it takes too much memory or time to read, 507 if the disk is full */
export const scaledPicture = (content: Uint8Array, disk: Disk): Promise<ScaledPicture> =>
  scaled(disk, async (original, expectRoomFor) => {
    await expectRoomFor(content.length)
    await writeFile(original, content)
  })

/** Scales a picture down in a process of its own.
 * @param write writes the picture to a path, after it has checked that there is room for it */
async function scaled(
  { dataDirectory, diskReserve }: Disk,
  write: (path: string, expectRoomFor: ReturnType<typeof expectRoom>) => Promise<void>,
): Promise<ScaledPicture> {
  await using scratch = await createScratch(dataDirectory)
  const [original, result] = [join(scratch.path, 'original'), join(scratch.path, 'scaled.jpg')]
  await write(original, expectRoom(diskRoom(dataDirectory, diskReserve)))
  const about = await limit(() => runScaling(original, result))
  return { content: await readFile(result), ...about }
}

/** Encodes a stored picture as AVIF, in the same kind of process.
 * @param width pixels */
export async function encodedPicture(
  content: Uint8Array,
  width: number,
  { dataDirectory }: Pick<Disk, 'dataDirectory'>,
): Promise<Uint8Array<ArrayBuffer>> {
  await using scratch = await createScratch(dataDirectory)
  const [stored, encoded] = [join(scratch.path, 'stored.jpg'), join(scratch.path, 'encoded.avif')]
  await writeFile(stored, content)
  await runScaling(stored, encoded, String(width))
  return new Uint8Array(await readFile(encoded))
}

/** Creates a folder, which is removed when it is disposed of. */
async function createScratch(dataDirectory: string) {
  const parent = uploadsFolder(dataDirectory)
  await mkdir(parent, { recursive: true })
  return mkdtempDisposable(join(parent, 'picture-'))
}

/** @returns what the process has printed; undefined if it has printed nothing */
async function runScaling(...paths: string[]) {
  const program = join(import.meta.dirname, 'scaling-process.ts')
  try {
    const printed = await runProgram(program, paths, { timeout: scalingTimeout })
    return (printed ? JSON.parse(printed) : undefined) as Omit<ScaledPicture, 'content'>
  } catch (error) {
    const { code, signal } = error as { code?: unknown; signal?: unknown }
    if (code === exitCodes.notAPicture) throw notAPicture()
    if (code === exitCodes.tooMuchWork || signal) throw tooMuchWork()
    throw error
  }
}

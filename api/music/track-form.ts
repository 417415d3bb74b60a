import { Readable } from 'node:stream'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import { MongoError } from 'mongodb'
import { Problem, tooLarge } from '../http/problem'
import { insufficientStorage } from '../mongo/disk-space'
import type { AudioFile } from './audio-files'
import { safeFileName } from './file-name'
import { NotMpegAudioError } from './mpeg-audio'

export interface TrackForm {
  /** As they were sent; not yet checked. */
  fields: Record<string, unknown>
  file: AudioFile | undefined
}

type Store = (name: string, stream: Readable) => Promise<AudioFile>

const fileField = 'mp3File'
const mostFields = 50
const longestField = 64 * 1024
/** Bytes that may arrive before the disk is looked at again. */
const lookAfter = 8 * 1024 * 1024

interface Limits {
  /** Bytes that the file may have. */
  maxUpload: number
  /** Whether the disk has room for so many bytes more. */
  hasRoomFor: (bytes: number) => Promise<boolean>
}

const malformed = () => new Problem(400, 'The body is not a complete multipart form.')
const notAnMp3 = () => new Problem(415, 'The file is not an mp3.')
const largerThan = (maxUpload: number) =>
  tooLarge(`The file may have at most ${maxUpload / 1024 / 1024} MB.`)

/** Reads a track's multipart form (RFC 7578); the file goes on to `store` while it arrives.
 * @throws Problem 400 malformed or cut off, 413 too large, 415 another content type or no mp3, 507 no room. */
export async function readTrackForm(
  request: Request,
  limits: Limits,
  store: Store,
): Promise<TrackForm> {
  const { maxUpload } = limits
  const contentType = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\s*(;|$)/i.test(contentType))
    throw new Problem(415, 'The body must be sent as multipart/form-data.')
  if (!/boundary=/i.test(contentType) || !request.body) throw malformed()
  const announced = Number(request.headers.get('content-length'))
  if (announced > maxUpload + mostFields * longestField) throw largerThan(maxUpload)
  if (!(await limits.hasRoomFor(announced))) throw insufficientStorage()

  const form = new Busboy({
    headers: { 'content-type': contentType },
    limits: { fields: mostFields, fieldSize: longestField, files: 2, fileSize: maxUpload },
  })
  const fields: Record<string, unknown> = {}
  let storing: Promise<AudioFile | undefined> | undefined
  let arriving: BusboyFileStream | undefined
  let fail: (reason: unknown) => void = () => undefined
  const failed = new Promise<never>((_, reject) => {
    fail = reject
  })

  form.on('field', (name, value) => {
    if (name !== fileField) fields[name] = value
    // A browser sends an empty file input as a file without a name; anything else is no file.
    else if (value !== '') fields[name] = value
  })
  form.on('file', (name, stream, fileName) => {
    stream.on('limit', () => fail(largerThan(maxUpload)))
    const isWanted = name === fileField && fileName && storing === undefined
    if (!isWanted) {
      stream.resume()
      return
    }
    arriving = stream
    storing = store(safeFileName(fileName), unlessCut(stream, limits))
    storing.catch(fail)
  })
  for (const limit of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const)
    form.on(limit, () => fail(tooLarge('The form has too many parts.')))

  const read = new Promise<void>((resolve, reject) => {
    form.on('finish', resolve)
    form.on('error', reject)
  })
  const body = Readable.fromWeb(request.body as never)
  body.on('error', fail)
  body.pipe(form)
  try {
    await Promise.race([read, failed])
    return { fields, file: await storing }
  } catch (error) {
    body.unpipe(form)
    body.destroy()
    form.destroy()
    arriving?.destroy(malformed())
    // The file must be at rest before whoever called removes it.
    await storing?.catch(() => undefined)
    if (error instanceof NotMpegAudioError) throw notAnMp3()
    throw error instanceof Problem || error instanceof MongoError ? error : malformed()
  }
}

/** busboy ends a file that is too long as if it were whole; and the disk may fill while one arrives. */
async function* cutsFail(stream: BusboyFileStream, { maxUpload, hasRoomFor }: Limits) {
  let unseen = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    yield chunk
    if (stream.truncated) throw largerThan(maxUpload)
    unseen += chunk.length
    if (unseen < lookAfter) continue
    if (!(await hasRoomFor(0))) throw insufficientStorage()
    unseen = 0
  }
  if (stream.truncated) throw largerThan(maxUpload)
}

const unlessCut = (stream: BusboyFileStream, limits: Limits) =>
  Readable.from(cutsFail(stream, limits), { objectMode: false })

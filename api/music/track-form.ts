import { Readable } from 'node:stream'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import { MongoError } from 'mongodb'
import { Problem, tooLarge } from '../http/problem'
import { insufficientStorage } from '../mongo/disk-space'
import type { AudioFile } from './audio-files'
import { safeFileName } from './file-name'
import { NotMpegAudioError } from './mpeg-audio'

export interface TrackForm {
  /** The fields as they were sent, before validation. */
  fields: Record<string, unknown>
  file: AudioFile | undefined
}

type StoreFile = (name: string, stream: Readable) => Promise<AudioFile>

const fileField = 'mp3File'
const maxFields = 50
const maxFieldSize = 64 * 1024
/** Bytes between two checks of the disk's free space. */
const bytesPerCheck = 8 * 1024 * 1024

interface Limits {
  /** The maximum size of the file, in bytes. */
  maxUpload: number
  /** Whether the disk has room for this number of further bytes. */
  hasRoomFor: (bytes: number) => Promise<boolean>
}

const malformed = () => new Problem(400, 'The body is not a complete multipart form.')
const notAnMp3 = () => new Problem(415, 'The file is not an mp3.')
const largerThan = (maxUpload: number) =>
  tooLarge(`The file may have at most ${maxUpload / 1024 / 1024} MB.`)

/** Reads a track's multipart form (RFC 7578); the file is passed to `store` while it arrives.
 * @throws Problem 400 if malformed or incomplete, 413 if too large, 415 for another content type or no mp3, 507 if the
 * disk is full */
export async function readTrackForm(
  request: Request,
  limits: Limits,
  store: StoreFile,
): Promise<TrackForm> {
  const { maxUpload } = limits
  const contentType = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\s*(;|$)/i.test(contentType))
    throw new Problem(415, 'The body must be sent as multipart/form-data.')
  if (!/boundary=/i.test(contentType) || !request.body) throw malformed()
  const announced = Number(request.headers.get('content-length'))
  if (announced > maxUpload + maxFields * maxFieldSize) throw largerThan(maxUpload)
  if (!(await limits.hasRoomFor(announced))) throw insufficientStorage()

  const form = new Busboy({
    headers: { 'content-type': contentType },
    limits: { fields: maxFields, fieldSize: maxFieldSize, files: 2, fileSize: maxUpload },
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
    // Browsers send an empty file input without a file name. Any other text is not a file and is rejected later.
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
    storing = store(safeFileName(fileName), checkedStream(stream, limits))
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
    // Writing must have ended before the caller removes the file.
    await storing?.catch(() => undefined)
    if (error instanceof NotMpegAudioError) throw notAnMp3()
    throw error instanceof Problem || error instanceof MongoError ? error : malformed()
  }
}

/** Yields the chunks of a file. Throws if busboy has truncated it, which is not an error to busboy, or if the disk
 * fills. */
async function* checkedChunks(stream: BusboyFileStream, { maxUpload, hasRoomFor }: Limits) {
  let bytesSinceCheck = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    yield chunk
    if (stream.truncated) throw largerThan(maxUpload)
    bytesSinceCheck += chunk.length
    if (bytesSinceCheck < bytesPerCheck) continue
    if (!(await hasRoomFor(0))) throw insufficientStorage()
    bytesSinceCheck = 0
  }
  if (stream.truncated) throw largerThan(maxUpload)
}

const checkedStream = (stream: BusboyFileStream, limits: Limits) =>
  Readable.from(checkedChunks(stream, limits), { objectMode: false })

import { Readable } from 'node:stream'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import { Problem, tooLarge, unavailable } from './problem'

export interface MultipartForm<Stored> {
  /** The fields as they were sent, before validation. */
  fields: Record<string, unknown>
  /** What `store` returned for the file; undefined if the form has none. */
  file: Stored | undefined
}

interface Options<Stored> {
  /** The name of the part that is the file. */
  fileField: string
  /** The maximum size of the file, in bytes. */
  maxFileSize: number
  /** Checks that a number of further bytes can be stored.
   * @throws Problem 507 if they cannot */
  expectRoomFor: (bytes: number) => Promise<void>
  /** Stores the file while it arrives.
   * @param name the file's name as it was sent */
  store: (name: string, content: Readable) => Promise<Stored>
}

const maxFields = 50
const maxFieldSize = 64 * 1024
/** Bytes between two checks of the disk's free space. */
export const bytesPerCheck = 8 * 1024 * 1024
/** Further uploads are refused, unread, because each takes some megabytes of memory while it arrives. */
const maxConcurrentUploads = 16

const malformed = () => new Problem(400, 'The body is not a complete multipart form.')
/** @param maxFileSize bytes */
export const tooLargeFile = (maxFileSize: number) =>
  tooLarge(`The file may have at most ${maxFileSize / 1024 / 1024} MB.`)
const tooManyUploads = () =>
  unavailable('Too many files are being uploaded. Please try again in a moment.', 10)

/** Returns a function (`admitUpload`) that runs an upload, and refuses it while too many others run.
 * @throws Problem 503 from the returned function */
export function limitUploads() {
  let running = 0
  return async function admitUpload<Result>(upload: () => Promise<Result>): Promise<Result> {
    if (running >= maxConcurrentUploads) throw tooManyUploads()
    running += 1
    try {
      return await upload()
    } finally {
      running -= 1
    }
  }
}

/** Reads a multipart form (RFC 7578) with at most one file, which is stored while it arrives.
 * @throws Problem 400 if malformed or incomplete, 413 if too large, 415 for another content type; also the errors of
 * `expectRoomFor` and `store` */
export async function readMultipart<Stored>(
  request: Request,
  options: Options<Stored>,
): Promise<MultipartForm<Stored>> {
  const { fileField, maxFileSize, expectRoomFor, store } = options
  const contentType = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\s*(;|$)/i.test(contentType))
    throw new Problem(415, 'The body must be sent as multipart/form-data.')
  if (!/boundary=/i.test(contentType) || !request.body) throw malformed()
  const announced = Number(request.headers.get('content-length'))
  if (announced > maxFileSize + maxFieldSize) throw tooLargeFile(maxFileSize)
  await expectRoomFor(announced)

  const form = new Busboy({
    headers: { 'content-type': contentType },
    limits: { fields: maxFields, fieldSize: maxFieldSize, files: 2, fileSize: maxFileSize },
  })
  const fields: Record<string, unknown> = {}
  let storing: Promise<Stored | undefined> | undefined
  let arriving: BusboyFileStream | undefined
  const { promise: read, resolve: finish, reject: fail } = Promise.withResolvers<void>()

  form.on('field', (name, value) => {
    // Browsers send an empty file input without a file name. Any other text is not a file and is rejected later.
    if (name !== fileField || value !== '') fields[name] = value
  })
  form.on('file', (name, stream, fileName) => {
    // If the form ends within a part, the part emits an error. Without a listener it would end the process.
    stream.on('error', () => undefined)
    stream.on('limit', () => fail(tooLargeFile(maxFileSize)))
    const isWanted = name === fileField && fileName && storing === undefined
    if (!isWanted) return void stream.resume()
    arriving = stream
    const chunks = checkedChunks(stream, options)
    // How browsers write a quotation mark in a file's name (HTML Living Standard, "multipart/form-data").
    const originalName = fileName.replaceAll('%22', '"')
    storing = store(originalName, Readable.from(chunks, { objectMode: false }))
    storing.catch(fail)
  })
  for (const limit of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const)
    form.on(limit, () => fail(tooLarge('The form has too many parts.')))

  form.on('finish', () => finish())
  form.on('error', () => fail(malformed()))
  const body = Readable.fromWeb(request.body as never)
  body.on('error', () => fail(malformed()))
  body.pipe(form)
  try {
    await read
    return { fields, file: await storing }
  } catch (error) {
    body.unpipe(form)
    body.destroy()
    form.destroy()
    arriving?.destroy(malformed())
    // Writing must have ended before the caller removes the file.
    await storing?.catch(() => undefined)
    throw error
  }
}

/** Yields the chunks of a file. Throws if the form ends before the file does, if the file is too large, or if the disk is
 * full. Busboy truncates a file that is too large, without an error. */
async function* checkedChunks(
  stream: BusboyFileStream,
  { maxFileSize, expectRoomFor }: Pick<Options<unknown>, 'maxFileSize' | 'expectRoomFor'>,
) {
  yield* whileRoom(chunksOf(stream), expectRoomFor)
  if (stream.truncated) throw tooLargeFile(maxFileSize)
}

/** Yields the chunks of an upload, and checks the disk's free space every 8 MB.
 * @throws the error of `expectRoomFor` */
export async function* whileRoom<Chunk extends Uint8Array>(
  chunks: AsyncIterable<Chunk> | Iterable<Chunk>,
  expectRoomFor: (bytes: number) => Promise<void>,
) {
  let bytesSinceCheck = 0
  for await (const chunk of chunks) {
    yield chunk
    bytesSinceCheck += chunk.length
    if (bytesSinceCheck < bytesPerCheck) continue
    await expectRoomFor(0)
    bytesSinceCheck = 0
  }
}

/** Yields the chunks of a part; an error of its stream becomes Problem 400. */
async function* chunksOf(stream: BusboyFileStream) {
  try {
    yield* stream as AsyncIterable<Buffer>
  } catch {
    throw malformed()
  }
}

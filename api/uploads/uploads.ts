import { Server, TUS_RESUMABLE, TUS_VERSION } from '@tus/server'
import { ObjectId } from 'mongodb'
import { uploadOperations } from '../contract/uploads'
import type { FileStorage } from '../files/file-storage'
import type { UnfinishedFile } from '../files/unfinished-files'
import { type limitUploads, tooLargeFile } from '../http/multipart'
import { invalidField, invalidFile, Problem, unavailable } from '../http/problem'
import { mediaTypeOf } from '../http/request-body'
import { type Authorise, type Call, implement, type Route } from '../http/route'
import { expectRoom } from '../mongo/disk-space'
import { BrokenFileError } from '../mongo/file-pieces'
import { UploadStore } from './upload-store'

/** How the uploads of one purpose are checked and used. */
interface Purpose {
  /** Bytes. */
  maxSize: number
  /** @throws Problem 422 if the metadata can't be used */
  check: (metadata: Record<string, string>) => void
  /** Uses a complete file. A repeated call has the same result.
   * @returns the address of the file
   * @throws Problem 422 if it is not of the expected kind */
  finish: (upload: UnfinishedFile) => Promise<string>
}

interface Dependencies {
  storage: Pick<FileStorage, 'files' | 'hasRoomFor'>
  authorise: Authorise
  admitUpload: ReturnType<typeof limitUploads>
  purposes: Record<'track' | 'file', Purpose>
}

/** Uploads of which not every byte has arrived. */
const maxUnfinished = 200

const tooManyUnfinished = () =>
  unavailable('Too many uploads are unfinished. Please finish or cancel some of them.', 3600)

/** The headers with which the library allows access from other origins. `cors.ts` decides on that. */
const corsHeaders = ['access-control-allow-origin', 'access-control-expose-headers']

/** Resumable uploads (tus 1.0.0) by the library `@tus/server`. Parts of an upload may be sent to several processes. */
export function createUploads({ storage, authorise, admitUpload, purposes }: Dependencies) {
  const { unfinished } = storage.files
  const expectRoomFor = expectRoom(storage.hasRoomFor)

  /** The uploads that this process is finishing, which takes seconds for a long mp3. */
  const finishing = new Map<string, Promise<void>>()

  /** Finishes an upload once, also for concurrent requests. */
  function finish(id: ObjectId): Promise<void> {
    const key = id.toHexString()
    const running = finishing.get(key) ?? finishOnce(id).finally(() => finishing.delete(key))
    finishing.set(key, running)
    return running
  }

  async function finishOnce(id: ObjectId) {
    const upload = await unfinished.find(id)
    if (!upload || upload.location !== undefined) return
    try {
      await unfinished.setLocation(id, await purposeOf(upload).finish(upload))
    } catch (cause) {
      const error = cause instanceof BrokenFileError ? brokenFile() : cause
      if (error instanceof Problem && error.status === 422) await unfinished.remove(id)
      throw error
    }
  }

  /** @throws Problem 422 for an unknown purpose */
  function purposeOf({ metadata: { purpose = 'track' } }: Pick<UnfinishedFile, 'metadata'>) {
    if (purpose === 'track' || purpose === 'file') return purposes[purpose]
    throw invalidField('purpose', 'This must be track or file.')
  }

  const store = new UploadStore({
    unfinished,
    async check(upload) {
      const { maxSize, check } = purposeOf(upload)
      if (upload.size > maxSize) throw tooLargeFile(maxSize)
      check(upload.metadata)
      if ((await unfinished.ids()).length >= maxUnfinished) throw tooManyUnfinished()
      await expectRoomFor(upload.size)
    },
    expectRoomFor,
    finish,
  })
  const server = new Server({
    path: uploadOperations.createUpload.path,
    datastore: store,
    relativeLocation: true,
    namingFunction: () => new ObjectId().toHexString(),
    // Without the query, which the library takes for a part of the id.
    getFileIdFromRequest: ({ url }) =>
      decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? ''),
    disableTerminationForFinishedUploads: true,
    async onUploadFinish(_, { id }) {
      await finish(new ObjectId(id))
      return {}
    },
    onResponseError(_, error) {
      // The library's own errors have a status; others become problem responses where the errors of all operations do.
      if (!('status_code' in error)) throw error
      return undefined
    },
  })

  /** Responds to a request of the protocol.
   * @throws Problem for a response of the library with a status from 400 on */
  async function respond({ request }: Pick<Call<never>, 'request'>): Promise<Response> {
    checkHeaders(request)
    const response = await server.handleWeb(withoutOtherHeaders(request))
    for (const name of corsHeaders) response.headers.delete(name)
    if (response.status < 400) return response
    throw await problemOf(request, response)
  }

  async function respondWithLocation(call: { request: Request; parameters: { id: string } }) {
    const response = await respond(call)
    const upload = await unfinished.find(new ObjectId(call.parameters.id))
    if (upload?.location !== undefined) response.headers.set('content-location', upload.location)
    return response
  }

  const routes = implement(
    uploadOperations,
    {
      describeUploads: () =>
        new Response(null, {
          status: 204,
          headers: {
            'tus-resumable': TUS_RESUMABLE,
            'tus-version': TUS_VERSION.join(','),
            'tus-extension': store.extensions.join(','),
            // Of an mp3, which is what other clients upload.
            'tus-max-size': `${purposes.track.maxSize}`,
          },
        }),
      createUpload: respond,
      upload: respondWithLocation,
      continueUpload: (call) => admitUpload(() => respondWithLocation(call)),
      cancelUpload: respond,
    },
    { authorise },
  )
  return { routes: routes.map(withProtocolVersion) }
}

/** Adds Tus-Resumable to the problems that a route throws, because every response has it (tus 1.0.0). */
const withProtocolVersion = ({ respond, ...route }: Route): Route => ({
  ...route,
  async respond(context, parameters) {
    try {
      return await respond(context, parameters)
    } catch (error) {
      if (error instanceof Problem) Object.assign(error.headers, { 'tus-resumable': TUS_RESUMABLE })
      throw error
    }
  },
})

const partType = uploadOperations.continueUpload.bytes

const brokenFile = () => invalidFile('The file did not arrive whole. Please upload it again.')

/** @throws Problem 412 for another version of the protocol, 415 for a part of another media type, 400 for a number that is
 * missing or invalid */
function checkHeaders(request: Request) {
  const { method, headers } = request
  if (headers.get('tus-resumable') !== TUS_RESUMABLE)
    throw new Problem(412, `This site speaks tus ${TUS_RESUMABLE} only.`, {
      headers: { 'tus-version': TUS_VERSION.join(',') },
    })
  if (method === 'PATCH' && mediaTypeOf(request) !== partType)
    throw new Problem(415, `A part must be sent as ${partType}.`)
  const required = { POST: 'upload-length', PATCH: 'upload-offset' }[method]
  for (const name of ['upload-length', 'upload-offset']) {
    const value = headers.get(name)
    if (value === null ? name === required : !/^\d{1,15}$/.test(value))
      throw new Problem(400, `${name} is missing, or is no whole number.`)
  }
}

/** The request without headers that the library would judge by itself: those of proxies, which may be lists, and the type of
 * a first part in the request that begins an upload, which is an extension of its own. */
function withoutOtherHeaders(request: Request): Request {
  const headers = new Headers(request.headers)
  headers.delete('x-forwarded-proto')
  headers.delete('x-forwarded-host')
  if (request.method === 'POST') headers.delete('content-type')
  return new Request(request, { headers })
}

/** A response of the library as a problem. A part that is longer than what is missing is a conflict, as is one at another
 * offset. */
async function problemOf(request: Request, response: Response): Promise<Problem> {
  const isTooLong = request.method === 'PATCH' && response.status === 413
  const text = (await response.text()).trim()
  if (isTooLong) return new Problem(409, 'The part is longer than the rest of the file.')
  return new Problem(response.status, `${text.replace(/\.$/, '')}.`)
}

import { callAdmin } from '../../../api-client/call'
import { ofVersion, withIdempotencyKey } from '../../../api-client/client'

interface UploadOptions {
  /** The id of the track to change; if it is undefined, a track is added. */
  editId?: string | undefined
  /** The version of the track that the change is based on. */
  version?: number | undefined
  /** The Idempotency-Key for a new track. */
  key: string
  /** Called with the fraction of the form that was sent, from 0 to 1. */
  onProgress: (progress: number) => void
  signal: AbortSignal
}

/** Sends a track's form.
 * @throws the HTTP client's errors, and an AbortError when the signal aborts */
export function uploadTrack(form: FormData, options: UploadOptions) {
  const { editId, version, key, onProgress, signal } = options
  const request = { signal, fetch: sendWithProgress(form, onProgress), body: form }
  if (!editId)
    return callAdmin('POST /api/music/upload', { ...request, ...withIdempotencyKey(key) })
  const parameters = { id: editId }
  return callAdmin('PUT /api/music/{id}', { parameters, ...request, ...ofVersion(version) })
}

/** A replacement for `fetch` that reports upload progress. `fetch` can't: it does not support request body streams over
 * HTTP/1.1. */
const sendWithProgress =
  (form: FormData, onProgress: (progress: number) => void) =>
  (input: RequestInfo | URL): Promise<Response> =>
    new Promise((resolve, reject) => {
      const request = input as Request
      const xhr = new XMLHttpRequest()
      xhr.open(request.method, request.url)
      request.headers.forEach((value, name) => {
        // XMLHttpRequest sets its own content type, with its own multipart boundary.
        if (name !== 'content-type') xhr.setRequestHeader(name, value)
      })
      xhr.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
      xhr.onload = () => {
        const headers = { 'content-type': xhr.getResponseHeader('content-type') ?? '' }
        resolve(new Response(xhr.responseText || null, { status: xhr.status, headers }))
      }
      xhr.onerror = () => reject(new TypeError('The upload broke off.'))
      xhr.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'))
      request.signal.addEventListener('abort', () => xhr.abort())
      xhr.send(form)
    })

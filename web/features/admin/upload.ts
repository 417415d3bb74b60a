import { call } from '../../api-client/call'
import { adminApi, ofVersion, underKey } from '../../api-client/client'

interface UploadOptions {
  /** The track to change; without it one is added. */
  editId?: string | undefined
  /** The version that is to be changed. */
  version?: number | undefined
  /** The Idempotency-Key of a track that is added. */
  key: string
  /** Told how much of the form was sent, from 0 to 1. */
  onProgress: (part: number) => void
  signal: AbortSignal
}

/** Sends a track's form.
 * @throws what the client throws, and an AbortError when the signal says stop. */
export function uploadTrack(form: FormData, options: UploadOptions) {
  const { editId, version, key, onProgress, signal } = options
  const request = { signal, fetch: sendWithProgress(form, onProgress), body: form }
  if (!editId) return call(adminApi(), 'POST /api/music/upload', { ...request, ...underKey(key) })
  const parameters = { id: editId }
  return call(adminApi(), 'PUT /api/music/{id}', { parameters, ...request, ...ofVersion(version) })
}

/** A fetch that tells how far it is: fetch itself can't, for a body over HTTP/1.1. */
const sendWithProgress =
  (form: FormData, onProgress: (part: number) => void) =>
  (input: RequestInfo | URL): Promise<Response> =>
    new Promise((resolve, reject) => {
      const request = input as Request
      const xhr = new XMLHttpRequest()
      xhr.open(request.method, request.url)
      request.headers.forEach((value, name) => {
        // The boundary is this request's own.
        if (name !== 'content-type') xhr.setRequestHeader(name, value)
      })
      xhr.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
      xhr.onload = () =>
        resolve(
          new Response(xhr.status === 204 ? null : xhr.responseText, {
            status: xhr.status,
            headers: { 'content-type': xhr.getResponseHeader('content-type') ?? '' },
          }),
        )
      xhr.onerror = () => reject(new TypeError('The upload broke off.'))
      xhr.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'))
      request.signal.addEventListener('abort', () => xhr.abort())
      xhr.send(form)
    })

import { DetailedError, Upload } from 'tus-js-client'
import type { Api } from '../../../../api/contract/operations'
import { notifySessionExpired } from '../../../api-client/session-expiry'
import { apiHost } from '../../../api-client/settings'
import { readToken } from '../../../api-client/token'
import { xsrfHeader } from '../../../api-client/xsrf'

interface Options {
  /** Sent as `Upload-Metadata`. */
  metadata: Record<string, string>
  /** The address of an upload that was begun earlier. */
  url: string | undefined
  /** Called with the upload's address when the server has created or found it. No part is sent before the promise is
   * fulfilled, so that the address can be stored first: after a reload, the page then resumes this upload instead of
   * creating another one. */
  onUrl: (url: string) => void | Promise<void>
  /** Called with the fraction of the file that was sent, from 0 to 1. */
  onProgress: (progress: number) => void
  /** Stops the upload, which can be resumed at its address. */
  signal: AbortSignal
}

/** The server has refused an upload; the message is its reason. */
export class UploadRefusedError extends Error {
  override readonly name = 'UploadRefusedError'

  constructor(
    message: string,
    /** Whether the server has removed the upload, because the file is not of the expected kind. */
    readonly isFinal: boolean,
  ) {
    super(message)
  }
}

/** The session has expired. The upload can be resumed after the next login. */
export class SessionExpiredError extends Error {
  override readonly name = 'SessionExpiredError'
}

const path: Api['createUpload']['path'] = '/api/uploads'
/** Bytes. When a connection breaks, a browser may repeat the part by itself, and the server can refuse it for its offset only
 * after it has arrived whole. So each break costs about one part, and a part is as long as the line carries in `partTime`. */
const [firstPart, smallestPart, largestPart] = [128_000, 64_000, 4_000_000]
/** Milliseconds. */
const partTime = 600
/** Milliseconds before each attempt after one that failed without any progress; about five minutes together. */
const retryDelays = [0, 1_000, 3_000, 5_000, 10_000, ...Array<number>(9).fill(30_000)]
/** Statuses after which the same request may succeed later. The login page of a public Wi-Fi answers every request with a
 * status below 400, which the library takes as an error when a header is missing. */
const isTemporary = (status: number) =>
  status < 400 || status === 409 || status === 429 || status >= 500
/** Whether the server does not have the upload any more. */
const isGone = (status: number) => status === 404 || status === 410

/** Uploads a file in parts (tus 1.0.0). After a broken connection it resumes at the server's offset.
 * @returns the address of the stored file
 * @throws UploadRefusedError, SessionExpiredError, an AbortError if the signal aborts, or another Error if the connection fails */
export const sendInParts = (file: Blob, options: Options): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    const { metadata, url, onUrl, onProgress, signal } = options
    let urlHandled: void | Promise<void>
    let sentAt = 0
    const upload = new Upload(file as File, {
      endpoint: apiHost() + path,
      uploadUrl: url ?? null,
      metadata,
      chunkSize: firstPart,
      retryDelays,
      storeFingerprintForResuming: false,
      async onBeforeRequest(request) {
        await urlHandled
        // If the upload is aborted while this callback waits, tus-js-client still sends the request.
        signal.throwIfAborted()
        for (const [name, value] of Object.entries(xsrfHeader(request.getURL())))
          request.setHeader(name, value)
        request.setHeader('authorization', `Bearer ${readToken()}`)
        sentAt = performance.now()
      },
      onChunkComplete(size) {
        const ofLine = Math.round((size / (performance.now() - sentAt)) * partTime)
        // The library reads it before each part.
        upload.options.chunkSize = Math.min(Math.max(ofLine, smallestPart), largestPart)
      },
      onAfterResponse(request, response) {
        const status = response.getStatus()
        if (status === 401) {
          notifySessionExpired(request.getHeader('authorization'))
          void upload.abort()
          reject(new SessionExpiredError())
        }
        // The library would begin a new upload, although the server has a part of this one.
        if (request.getMethod() === 'HEAD' && status >= 400 && !isGone(status))
          throw new Error(`The request for the offset was answered with ${status}.`)
      },
      onUploadUrlAvailable() {
        if (upload.url) urlHandled = onUrl(upload.url)
      },
      onProgress: (sent, total) => onProgress(total > 0 ? sent / total : 0),
      onShouldRetry(error) {
        const status = error.originalResponse?.getStatus()
        return status === undefined || isTemporary(status)
      },
      onSuccess: ({ lastResponse }) => resolve(lastResponse.getHeader('content-location')),
      onError: (error) => reject(failureOf(error)),
    })
    signal.addEventListener('abort', () => {
      void upload.abort()
      reject(new DOMException('The upload was stopped.', 'AbortError'))
    })
    if (signal.aborted) reject(signal.reason)
    else upload.start()
  })

/** Removes an upload that is not complete from the server. */
export const discardUpload = (url: string): Promise<void> =>
  Upload.terminate(url, {
    headers: { ...xsrfHeader(url), authorization: `Bearer ${readToken()}` },
    retryDelays: [],
  })

function failureOf(error: Error): Error {
  const response = error instanceof DetailedError ? error.originalResponse : undefined
  const reason = response ? reasonOf(response.getBody()) : undefined
  return reason === undefined
    ? error
    : new UploadRefusedError(reason, response?.getStatus() === 422)
}

function reasonOf(body: string): string | undefined {
  try {
    const { detail, errors } = JSON.parse(body)
    const messages = (errors ?? []).map(({ message }: { message: string }) => message)
    return [...new Set([detail, ...messages])].join(' ')
  } catch {
    return undefined
  }
}

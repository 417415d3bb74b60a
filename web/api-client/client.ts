import ky, { type KyInstance } from 'ky'
import type { Api } from '../../api/contract/operations'
import { notifySessionExpired } from './session-expiry'
import { apiHost } from './settings'
import { readToken } from './token'
import { xsrfHeader } from './xsrf'

/** The one HTTP client: no timeout, and no retries unless a call has an idempotency key (`withIdempotencyKey`). */
const http = ky.create({
  timeout: false,
  retry: 0,
  hooks: {
    beforeRequest: [
      ({ request }) => {
        for (const [name, value] of Object.entries(xsrfHeader(request.url)))
          request.headers.set(name, value)
      },
    ],
  },
})

/** Options for a call that creates a record: if there is no response, it is sent again with the same Idempotency-Key,
 * so that the record is stored once. */
export const withIdempotencyKey = (key: string) => ({
  headers: { 'idempotency-key': key },
  retry: {
    limit: 3,
    methods: ['post' as const],
    // Milliseconds: 100, 400 and 1,600.
    delay: (attempt: number) => 100 * 4 ** (attempt - 1),
    shouldRetry: ({ error }: { error: Error }) =>
      error.name !== 'HTTPError' && error.name !== 'AbortError',
  },
})

/** Options for a change of one version of a record (If-Match); without a version, of any. */
export const ofVersion = (version: number | undefined) =>
  version === undefined ? {} : { headers: { 'if-match': `"v${version}"` } }

/** The client for the public lists, at addresses relative to the page; sends the token if there is one. */
export const listsApi = http.extend({
  hooks: {
    beforeRequest: [
      ({ request }) => {
        const token = readToken()
        if (token !== null) request.headers.set('authorization', `Bearer ${token}`)
      },
    ],
  },
})

/** The client for public calls to the API host; sends no token. */
export const anonymousApi = (): KyInstance => http.extend({ prefix: apiHost() })

let sessionController = new AbortController()

/** Aborts the administrator's running requests. To be called on logout, after which the server refuses them. */
export function abortRequests(): void {
  sessionController.abort()
  sessionController = new AbortController()
}

/** Without a token, responds with 401 and sends no request. Work that began before a logout may still make calls after it. */
const tokenRequired = listsApi.extend({
  hooks: {
    beforeRequest: [
      ({ request }) =>
        readToken() === null
          ? new Response(null, { status: 401 })
          : new Request(request, {
              signal: AbortSignal.any([request.signal, sessionController.signal]),
            }),
    ],
  },
})

/** The client for the administrator's requests whose 401 response does not end the session. */
export const backgroundApi = () => tokenRequired.extend({ prefix: apiHost() })

/** The client for the administrator's calls; a 401 response ends the session. */
export const adminApi = (): KyInstance =>
  backgroundApi().extend({
    hooks: {
      afterResponse: [
        ({ request, response }) => {
          if (response.status === 401) notifySessionExpired(request.headers.get('authorization'))
        },
      ],
    },
  })

const verificationPath: Api['verifyToken']['path'] = '/api/admin/verify-token'

/** Verifies the stored token on the server. Only status 200 counts.
 * @throws the HTTP client's error, or an Error for another status */
export async function verifyToken(options: { signal?: AbortSignal } = {}): Promise<void> {
  const response = await backgroundApi().get(verificationPath.slice(1), options)
  const { status } = response
  // The request ends only when the whole response was read.
  await response.arrayBuffer()
  if (status !== 200) throw new Error(`The response has status ${status}.`)
}

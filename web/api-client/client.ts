import ky, { type KyInstance } from 'ky'
import { notifySessionExpired } from './session-expiry'
import { apiHost } from './settings'
import { readToken } from './token'

/** The one HTTP client: no timeout, and no retries unless a call has an idempotency key (`withIdempotencyKey`). */
const http = ky.create({ timeout: false, retry: 0 })

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

/** Sends the token if there is one. */
const withToken = http.extend({
  hooks: {
    beforeRequest: [
      ({ request }) => {
        const token = readToken()
        if (token !== null) request.headers.set('authorization', `Bearer ${token}`)
      },
    ],
  },
})

/** The client for the public lists; addresses are relative to the page. */
export const lists = withToken

let openClient: KyInstance | undefined
let adminClient: KyInstance | undefined

/** The client for public calls to the API host; sends no token. */
export function openApi(): KyInstance {
  openClient ??= http.extend({ prefix: apiHost() })
  return openClient
}

/** The client for requests with the token that the person did not start: a 401 response does not end the session. */
export const quietApi = () => withToken.extend({ prefix: apiHost() })

/** The client for the administrator's calls; a 401 response ends the session. */
export function adminApi(): KyInstance {
  adminClient ??= withToken.extend({
    prefix: apiHost(),
    hooks: {
      afterResponse: [
        ({ response }) => {
          if (response.status === 401) notifySessionExpired()
        },
      ],
    },
  })
  return adminClient
}

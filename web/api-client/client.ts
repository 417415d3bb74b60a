import ky, { type KyInstance } from 'ky'
import { tellSessionExpired } from './session-expiry'
import { apiHost } from './settings'
import { readToken } from './token'

/** The one HTTP client: no timeout, and no retries unless a call has an idempotency key (`underKey`). */
const http = ky.create({ timeout: false, retry: 0 })

/** Options for a call that creates something under a key: when no answer comes, it is sent again under the same key, so
 * that a lost answer stores nothing twice. */
export const underKey = (key: string) => ({
  headers: { 'idempotency-key': key },
  retry: {
    limit: 3,
    methods: ['post' as const],
    // Milliseconds: a lost answer is asked for again at once, a lost network a little later.
    delay: (attempt: number) => 100 * 4 ** (attempt - 1),
    shouldRetry: ({ error }: { error: Error }) =>
      error.name !== 'HTTPError' && error.name !== 'AbortError',
  },
})

/** Options for a change of one version of a record (If-Match); of any where the version is not known. */
export const ofVersion = (version: number | undefined) =>
  version === undefined ? {} : { headers: { 'if-match': `"v${version}"` } }

/** Sends the token where there is one. */
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

/** For the public lists: relative to the page. */
export const lists = withToken

let openClient: KyInstance | undefined
let adminClient: KyInstance | undefined

/** For calls to the API host that anybody may make. */
export function openApi(): KyInstance {
  openClient ??= http.extend({ prefix: apiHost() })
  return openClient
}

/** For what a page asks with the token by itself: a refusal is the caller's to judge, and ends no session. */
export const quietApi = () => withToken.extend({ prefix: apiHost() })

/** For the administrator's calls; an answer of 401 means that the session is over. */
export function adminApi(): KyInstance {
  adminClient ??= withToken.extend({
    prefix: apiHost(),
    hooks: {
      afterResponse: [
        ({ response }) => {
          if (response.status === 401) tellSessionExpired()
        },
      ],
    },
  })
  return adminClient
}

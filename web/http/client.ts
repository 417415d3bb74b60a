import ky, { type KyInstance } from 'ky'
import { tellSessionExpired } from './session-expiry'
import { apiHost } from './settings'
import { readToken } from './token'

/** The one client: no time-out, and no second try behind the person's back. */
const http = ky.create({ timeout: false, retry: 0 })

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
export const quietApi = () => withToken.extend({ prefix: apiHost(), throwHttpErrors: false })

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

import type { WorkboxPlugin } from 'workbox-core/types'
import { keptAtHeader } from '../offline/kept-at'

/** How long the network is waited for where something kept would do, in seconds. */
export const patience = 3

/** And where nothing would: after this there is an end to waiting. */
export const longPatience = 12

/** An answer of the server's troubles counts as none: what is kept is better. */
export const withoutServerErrors: WorkboxPlugin = {
  async fetchDidSucceed({ response }) {
    if (response.status >= 500) throw new Error(`The site answered ${response.status}.`)
    return response
  },
}

/** A copy of an answer that says when it was got. */
export function stamped(response: Response): Response {
  const headers = new Headers(response.headers)
  headers.set(keptAtHeader, new Date().toISOString())
  return new Response(response.body, { status: response.status, headers })
}

/** Whether an answer came whole, from where it was asked of, and for everybody's eyes. */
export function isPublicAnswer(response: Response): boolean {
  const directives = response.headers.get('cache-control') ?? ''
  return (
    response.status === 200 &&
    !response.redirected &&
    /\bpublic\b/.test(directives) &&
    !/\b(private|no-store)\b/.test(directives)
  )
}

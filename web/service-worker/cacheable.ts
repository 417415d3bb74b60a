import type { RouteHandlerCallbackOptions, WorkboxPlugin } from 'workbox-core/types'
import { NetworkFirst } from 'workbox-strategies'
import { savedAtHeader } from '../offline/saved-at'

/** Seconds to wait for the network before a saved response is used. */
const networkTimeout = 3

/** Milliseconds to wait for the network if there is no saved response. */
const uncachedNetworkTimeout = 12_000

/** Makes a handler that asks the network only, and uses another response if that fails or takes too long.
 * @param fallback may resolve to undefined: then the request fails */
export const networkElse =
  (fallback: (options: RouteHandlerCallbackOptions) => Promise<Response | undefined>) =>
  async (options: RouteHandlerCallbackOptions): Promise<Response> => {
    try {
      return await Promise.race([
        fetch(options.request),
        new Promise<never>((_, reject) => setTimeout(reject, uncachedNetworkTimeout)),
      ])
    } catch {
      return (await fallback(options)) ?? Response.error()
    }
  }

/** Treats a 5xx response as a network error, so that a saved response is used instead. */
export const withoutServerErrors: WorkboxPlugin = {
  async fetchDidSucceed({ response }) {
    if (response.status >= 500) throw new Error(`Status ${response.status}`)
    return response
  },
}

/** A strategy that asks the network, and uses a saved response if that fails or takes too long. */
export const networkFirst = (cacheName: string, plugins: WorkboxPlugin[] = []) =>
  new NetworkFirst({
    cacheName,
    networkTimeoutSeconds: networkTimeout,
    matchOptions: { ignoreVary: true },
    plugins,
  })

/** A copy of a response with the current time in a header. */
export function withSavedAt(response: Response): Response {
  const headers = new Headers(response.headers)
  headers.set(savedAtHeader, new Date().toISOString())
  return new Response(response.body, { status: response.status, headers })
}

/** Whether a response has status 200, was not redirected, and is public according to its Cache-Control header. */
export function isPublicResponse(response: Response): boolean {
  const directives = response.headers.get('cache-control') ?? ''
  return (
    response.status === 200 &&
    !response.redirected &&
    /\bpublic\b/.test(directives) &&
    !/\b(private|no-store)\b/.test(directives)
  )
}

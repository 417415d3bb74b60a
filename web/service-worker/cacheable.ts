import type { RouteHandlerCallbackOptions, WorkboxPlugin } from 'workbox-core/types'
import { NetworkFirst } from 'workbox-strategies'
import { savedAtHeader } from '../offline/saved-at'

/** Makes a handler that fetches from the network and saves nothing. Without a response within 12 seconds, it uses the fallback.
 * @param fallback resolves to the response to use, or to undefined to wait for the network */
export const networkOrFallback =
  (fallback: (options: RouteHandlerCallbackOptions) => Promise<Response | undefined>) =>
  async (options: RouteHandlerCallbackOptions): Promise<Response> => {
    const sent = fetch(options.request)
    try {
      return await Promise.race([
        sent,
        new Promise<never>((_, reject) => setTimeout(reject, 12_000)),
      ])
    } catch {
      return (await fallback(options)) ?? sent
    }
  }

/** Treats a 5xx response as a network error, so that a saved response is used instead. */
const withoutServerErrors: WorkboxPlugin = {
  async fetchDidSucceed({ response }) {
    if (response.status >= 500) throw new Error(`Status ${response.status}`)
    return response
  },
}

/** A strategy that fetches from the network, and uses the saved response if there is none within three seconds. */
export const networkFirst = (cacheName: string, plugin?: WorkboxPlugin) =>
  new NetworkFirst({
    cacheName,
    networkTimeoutSeconds: 3,
    matchOptions: { ignoreVary: true },
    plugins: plugin ? [withoutServerErrors, plugin] : [],
  })

/** A copy of a response with status 200, with the current time in a header. */
export function withSavedAt(response: Response): Response {
  const headers = new Headers(response.headers)
  headers.set(savedAtHeader, new Date().toISOString())
  return new Response(response.body, { headers })
}

/** Whether a response has status 200 and is public according to its Cache-Control header. */
export function isPublicResponse(response: Response): boolean {
  const directives = response.headers.get('cache-control') ?? ''
  return (
    response.status === 200 &&
    /\bpublic\b/.test(directives) &&
    !/\b(private|no-store)\b/.test(directives)
  )
}

import { lookup as dnsLookup } from 'node:dns/promises'
import { request } from 'node:https'
import { isPublicAddress } from './endpoint'

/** An encrypted message for a push service (RFC 8030, 5). */
export interface PushRequest {
  endpoint: string
  headers: Record<string, string | number>
  body: Buffer
}

/** Sends a message to a push service.
 * @returns the status of the response
 * @throws when the service does not respond, or is not on the public internet */
export type Post = (message: PushRequest) => Promise<number>

interface Options {
  /** Finds the addresses of a host name. */
  lookup?: (host: string) => Promise<{ address: string; family: number }[]>
  /** Whether messages may be sent to an address. */
  isAllowed?: (address: string) => boolean
  /** Milliseconds. */
  maxDuration?: number
  /** By default, the usual port and the usual certificate authorities. */
  port?: number
  ca?: string
}

/** Milliseconds from the lookup of the name to the status of the response. */
const timeout = 15_000

/** Creates a function that sends messages over https, and only to public addresses. The connection uses the
 * address that was checked, which prevents DNS rebinding. */
export function createPost(options: Options = {}): Post {
  const { lookup = allAddresses, isAllowed = isPublicAddress } = options
  const { maxDuration = timeout, port, ca } = options
  const connection = { ...(port !== undefined && { port }), ...(ca !== undefined && { ca }) }
  async function send({ endpoint, headers, body }: PushRequest, signal: AbortSignal) {
    const { hostname, pathname, search } = new URL(endpoint)
    const addresses = await lookup(hostname.replace(/^\[|\]$/g, ''))
    const [first] = addresses
    if (!first || !addresses.every(({ address }) => isAllowed(address)))
      throw new Error('The push service is not on the public internet.')
    return new Promise<number>((resolve, reject) => {
      const sending = request(
        {
          hostname,
          path: pathname + search,
          method: 'POST',
          headers,
          signal,
          ...connection,
          lookup: (_host, { all }, callback) =>
            all
              ? callback(null, [first] as never)
              : callback(null, first.address as never, first.family),
        },
        (response) => {
          resolve(response.statusCode ?? 0)
          // The body is not needed, and may never end.
          response.destroy()
        },
      )
      sending.on('error', reject)
      sending.end(body)
    })
  }

  return async function post(message) {
    const signal = AbortSignal.timeout(maxDuration)
    // The signal does not end a lookup.
    const expired = new Promise<never>((_, reject) => {
      signal.onabort = () => reject(new Error('The push service did not respond in time.'))
    })
    return Promise.race([send(message, signal), expired])
  }
}

const allAddresses = (host: string) => dnsLookup(host, { all: true })

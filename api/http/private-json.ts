import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { acceptsEncoding } from './content-encoding'

/** Characters; shorter texts are not compressed. */
const minLength = 500

/** A JSON response for the caller only; caches must not store it. Longer ones are compressed if the caller accepts gzip. */
export async function privateJson(request: Request, body: object, status = 200): Promise<Response> {
  const text = JSON.stringify(body)
  const headers = { 'cache-control': 'no-store', 'content-type': 'application/json' }
  const accepted = request.headers.get('accept-encoding') ?? ''
  if (text.length < minLength || !acceptsEncoding(accepted, 'gzip'))
    return new Response(text, { status, headers })
  const compressed = await promisify<string, Buffer>(gzip)(text)
  return new Response(new Uint8Array(compressed), {
    status,
    headers: { ...headers, 'content-encoding': 'gzip', vary: 'accept-encoding' },
  })
}

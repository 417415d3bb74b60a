import { promisify } from 'node:util'
import { brotliCompress, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { represent } from './representation'

const text = 'Loud songs you know by heart. '.repeat(100)
const ask = (headers: Record<string, string> = {}) => new Request('http://x/', { headers })

/** Returns a representation whose compressed variants are ready. */
async function packed() {
  const representation = represent(text, new Headers({ 'content-type': 'text/plain' }))
  await representation.ready
  return representation
}

describe('a representation', () => {
  it('is sent uncompressed before its compressed variant exists', async () => {
    const response = represent(text, new Headers()).respond(ask({ 'accept-encoding': 'br' }))
    expect(response.headers.get('content-encoding')).toBeNull()
    expect(await response.text()).toBe(text)
  })

  it.each([
    ['br, gzip', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', null],
    ['', null],
  ])('goes to a client that takes %j as %j', async (accepted, encoding) => {
    const response = (await packed()).respond(ask({ 'accept-encoding': accepted }))
    expect(response.headers.get('content-encoding')).toBe(encoding)
    expect(response.headers.get('vary')).toBe('accept-encoding, origin')
    const bytes = Buffer.from(await response.arrayBuffer())
    const unpack =
      { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ''] ?? ((it: Buffer) => it)
    expect(unpack(bytes).toString()).toBe(text)
  })

  it('has a strong tag for each encoding, and any of them is answered with 304', async () => {
    const representation = await packed()
    const tags = ['br', 'gzip', 'identity'].map(
      (encoding) =>
        representation.respond(ask({ 'accept-encoding': encoding })).headers.get('etag') ?? '',
    )
    expect(new Set(tags).size).toBe(3)
    for (const tag of tags) {
      expect(tag).toMatch(/^"[^"]+"$/)
      const response = representation.respond(
        ask({ 'if-none-match': tag, 'accept-encoding': 'br' }),
      )
      expect(response.status).toBe(304)
      expect(response.headers.get('etag')).toBe(tag)
      expect(response.headers.get('content-type')).toBeNull()
    }
    expect(representation.respond(ask({ 'if-none-match': '"other"' })).status).toBe(200)
  })

  it('is compressed fast at first, and best after its second response in Brotli, under another tag', async () => {
    const long = Array.from({ length: 2_000 }, (_, index) => `${index * 7919} songs, `).join('')
    const representation = represent(long, new Headers())
    await representation.ready
    const response = () => representation.respond(ask({ 'accept-encoding': 'br' }))
    const sizeOfFast = representation.size()
    const first = response()
    expect(first.headers.get('content-encoding')).toBe('br')
    const tag = first.headers.get('etag') ?? ''
    // Waits as long as the best compression would take.
    await promisify(brotliCompress)(long)
    expect(representation.size()).toBe(sizeOfFast)
    await expect.poll(() => response().headers.get('etag')).not.toBe(tag)
    const [before, after] = [await first.arrayBuffer(), await response().arrayBuffer()]
    expect(after.byteLength).toBeLessThan(before.byteLength)
    expect(brotliDecompressSync(after).toString()).toBe(long)
    expect(representation.respond(ask({ 'if-none-match': tag })).status).toBe(304)
  })

  it('is not compressed when it is too small to gain by it', async () => {
    const small = represent('short', new Headers())
    await small.ready
    const response = small.respond(ask({ 'accept-encoding': 'br' }))
    expect(response.headers.get('content-encoding')).toBeNull()
  })
})

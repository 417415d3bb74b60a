import { expect, it } from 'vitest'
import { rangeResponse } from './byte-range'

const bytes = Uint8Array.from({ length: 1000 }, (_, index) => index % 251)
const saved = () =>
  new Response(bytes, {
    headers: { etag: '"abc"', 'accept-ranges': 'bytes', 'content-length': '1000' },
  })

it.each([
  [{ range: 'bytes=900-2000' }, 206, 'bytes 900-999/1000', bytes.slice(900)],
  [{ range: 'bytes=0-1', 'if-range': '"abc"' }, 206, 'bytes 0-1/1000', bytes.slice(0, 2)],
  [{ range: 'bytes=0-1', 'if-range': '"other"' }, 200, null, bytes],
  [{ range: 'bytes=1000-' }, 416, 'bytes */1000', new Uint8Array()],
  [{}, 200, null, bytes],
])(
  'a request for a saved track with %o gets status %i',
  async (headers, status, range, expected) => {
    const address = 'http://localhost/audio/1/song.mp3'
    const response = await rangeResponse(saved(), new Request(address, { headers: { ...headers } }))
    expect(response.status).toBe(status)
    expect(response.headers.get('content-range')).toBe(range)
    expect(response.headers.get('content-length')).toBe(String(expected.length))
    expect(response.headers.get('accept-ranges')).toBe('bytes')
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(expected)
  },
)

import { describe, expect, it } from 'vitest'
import { ifRangesOfAbc, rangesOfAThousand } from '../../api/files/byte-range.cases'
import { rangeResponse } from './byte-range'

const bytes = Uint8Array.from({ length: 1000 }, (_, index) => index % 251)
const kept = () =>
  new Response(bytes, {
    headers: { etag: '"abc"', 'content-type': 'audio/mpeg', 'content-length': '1000' },
  })
const ask = (headers: Record<string, string>) =>
  rangeResponse(kept(), new Request('http://localhost/audio/1/song.mp3', { headers }))

describe('a Range header on a kept track of 1,000 bytes', () => {
  it.each(rangesOfAThousand)('%s', async (range, expected) => {
    const response = await ask(range === null ? {} : { range })
    const body = new Uint8Array(await response.arrayBuffer())
    expect(response.headers.get('content-length')).toBe(String(body.length))
    expect(response.headers.get('accept-ranges')).toBe('bytes')
    if (expected === 'unsatisfiable') {
      expect(response.status).toBe(416)
      expect(response.headers.get('content-range')).toBe('bytes */1000')
      expect(body.length).toBe(0)
    } else if (expected === 'whole') {
      expect(response.status).toBe(200)
      expect(response.headers.get('content-range')).toBeNull()
      expect(body).toEqual(bytes)
    } else {
      const { start, end } = expected
      expect(response.status).toBe(206)
      expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end}/1000`)
      expect(body).toEqual(bytes.slice(start, end + 1))
    }
    if (response.status < 400) expect(response.headers.get('content-type')).toBe('audio/mpeg')
  })
})

describe('If-Range on a kept track', () => {
  it.each(ifRangesOfAbc)('%s', async (ifRange, holds) => {
    const response = await ask({ range: 'bytes=0-1', ...(ifRange && { 'if-range': ifRange }) })
    expect(response.status).toBe(holds ? 206 : 200)
  })
})

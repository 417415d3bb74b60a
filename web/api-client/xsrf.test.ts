import { afterEach, expect, it, vi } from 'vitest'
import { xsrfHeader } from './xsrf'

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['XSRF-TOKEN=a%20token', 'a token'],
  ['theme=dark; XSRF-TOKEN=plain; more=1', 'plain'],
  // A value is sent unchanged if it can't be decoded, or if the decoded text is no valid header value.
  ['XSRF-TOKEN=%zz', '%zz'],
  ['XSRF-TOKEN=%E2%82%AC', '%E2%82%AC'],
  ['XSRF-TOKEN=\u20ac', undefined],
  ['MY-XSRF-TOKEN=other', undefined],
  ['', undefined],
])(
  'the cookies %j become the header %j, for requests to the page’s own origin only',
  (cookie, token) => {
    vi.stubGlobal('document', { cookie })
    vi.stubGlobal('location', { origin: 'https://band.example' })
    const header = token === undefined ? {} : { 'x-xsrf-token': token }
    expect(xsrfHeader('https://band.example/api/shows')).toEqual(header)
    expect(xsrfHeader('https://band.example:3001/api/shows')).toEqual({})
  },
)

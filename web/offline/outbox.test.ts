import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { post } from './entry-queue'
import { newEntry, requestOf } from './outbox'
import { afterAttempt, backoff, newEntryState } from './outbox-flush'

const enquiry = { name: 'Pat', email: 'pat@example.org', message: 'A wedding in June?' }
const problem = { type: 'about:blank', title: 'No', status: 422, detail: 'Not like this.' }

/** The body of the last request. */
let received: string

/** Responds with the status in the path and with `?after=` as Retry-After. */
const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const after = url.searchParams.get('after')
  received = ''
  request.setEncoding('utf8').on('data', (piece) => {
    received += piece
  })
  request.on('end', () => {
    if (url.pathname === '/0') return request.socket.destroy()
    response.writeHead(Number(url.pathname.slice(1)), {
      'content-type': url.searchParams.get('type') ?? 'application/problem+json',
      ...(after && { 'retry-after': after }),
    })
    response.end(JSON.stringify(problem))
  })
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, resolve)))
afterAll(() => void server.close())

const send = (path: string) => {
  const { port } = server.address() as AddressInfo
  const to = `http://localhost:${port}${path}`
  return post('a-key', requestOf(newEntry('a-key', to, enquiry), {}))
}

describe('an enquiry that gets a response', () => {
  it.each([200, 201])('%i is sent', async (status) => {
    expect(await send(`/${status}`)).toEqual({ state: 'sent', body: problem })
  })

  it('204 is sent, although it has no content', async () => {
    expect(await send('/204')).toMatchObject({ state: 'sent' })
  })

  it('is sent without what the outbox itself needs', async () => {
    await send('/201')
    expect(JSON.parse(received)).toEqual(enquiry)
  })

  it.each(['text/plain', 'application/octet-stream'])('200 with %s is sent', async (type) => {
    expect(await send(`/200?type=${type}`)).toMatchObject({ state: 'sent' })
  })

  it('200 with the login page of a public Wi-Fi is not sent', async () => {
    expect(await send('/200?type=text/html')).toMatchObject({ state: 'unanswered' })
  })

  it.each([400, 401, 403, 404, 405, 413, 415, 422])('%i is refused for good', async (status) => {
    expect(await send(`/${status}`)).toEqual({
      state: 'refused',
      status,
      problem,
    })
  })

  it.each([408, 425, 429, 500, 502, 503, 504])('%i may go another time', async (status) => {
    expect(await send(`/${status}`)).toEqual({ state: 'postponed', status, retryAfter: undefined })
  })

  it('503 after 7 seconds waits that long', async () => {
    expect(await send('/503?after=7')).toMatchObject({ retryAfter: 7000 })
  })

  it('429 with nonsense for a time waits as long as its own backoff says', async () => {
    expect(await send('/429?after=soon')).toMatchObject({ retryAfter: undefined })
  })
})

it('one that gets no response may go another time', async () => {
  expect(await send('/0')).toMatchObject({ state: 'unanswered' })
})

it('an attempt without a network does not lengthen the wait', () => {
  const entry = newEntryState('a-key')
  const unanswered = { state: 'unanswered', error: 'no network' } as const
  const offline = afterAttempt(entry, { ...unanswered, isOffline: true }, 0)
  expect(afterAttempt(offline, { ...unanswered, isOffline: true }, 0)).toEqual(offline)
  expect(offline).toMatchObject({ attempts: 0, retryAt: 5_000 })
  const online = afterAttempt(offline, { ...unanswered, isOffline: false }, 0)
  expect(afterAttempt(online, unanswered, 0)).toMatchObject({ attempts: 2, retryAt: 10_000 })
})

it('waits 5 seconds at first, then twice as long each time, up to an hour', () => {
  expect([1, 2, 3, 4].map(backoff)).toEqual([5_000, 10_000, 20_000, 40_000])
  expect(backoff(50)).toBe(3_600_000)
})

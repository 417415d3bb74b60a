import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MemorySite, openSite } from '../../testing/memory-site'
import { asAdmin, json } from '../../testing/requests'
import type { AdminShow, Show } from '../contract/shows'

let site: MemorySite
let admin: Record<string, string>
beforeAll(async () => {
  site = await openSite()
  admin = asAdmin(await site.token())
})
afterAll(() => site.stop())

const show = { date: '2027-07-04', venue: 'The Wortley Taproom', city: 'London' }
const call = (path: string, options?: RequestInit) => site.fetch(path, options)

async function add(body: object = show) {
  const answer = await call('/api/shows', json('POST', body, admin))
  const { show: added } = (await answer.json()) as { show: AdminShow }
  const { version: _, ...asRead } = added
  return asRead
}

async function list() {
  const answer = await call('/api/shows')
  return ((await answer.json()) as { shows: Show[] }).shows
}

describe('shows', () => {
  it('are added, changed and deleted by the administrator, and read by anyone', async () => {
    const answer = await call('/api/shows', json('POST', { ...show, venue: '  Trimmed  ' }, admin))
    expect(answer.status).toBe(201)
    const { show: added } = (await answer.json()) as { show: { _id: string } }
    expect(added).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      ...show,
      venue: 'Trimmed',
      slug: '2027-07-04-trimmed-london',
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      version: 1,
    })
    expect(await list()).toContainEqual(
      expect.objectContaining({ _id: added._id, ...show, venue: 'Trimmed' }),
    )

    const changed = await call(
      `/api/shows/${added._id}`,
      json('PUT', { ...show, city: 'St. Thomas' }, admin),
    )
    expect(changed.status).toBe(200)
    expect(await changed.json()).toMatchObject({
      show: { _id: added._id, ...show, city: 'St. Thomas', version: 2 },
    })
    expect(await list()).toContainEqual(
      expect.objectContaining({ _id: added._id, ...show, city: 'St. Thomas' }),
    )

    const deleted = await call(`/api/shows/${added._id}`, { method: 'DELETE', headers: admin })
    expect(deleted.status).toBe(204)
    expect((await list()).map(({ _id }) => _id)).not.toContain(added._id)
    const again = await call(`/api/shows/${added._id}`, { method: 'DELETE', headers: admin })
    expect(again.status).toBe(404)
  })

  it('come by date ascending', async () => {
    for (const date of ['2028-03-01', '2026-01-01', '2027-05-05']) await add({ ...show, date })
    const dates = (await list()).map(({ date }) => date)
    expect(dates).toEqual([...dates].sort())
  })

  it('respond with 304 to a current ETag, with any token', async () => {
    const first = await call('/api/shows', { headers: { authorization: 'Bearer nonsense' } })
    expect(first.status).toBe(200)
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"/)
    const second = await call('/api/shows', { headers: { 'if-none-match': etag } })
    expect(second.status).toBe(304)
    expect(await second.text()).toBe('')
    await add()
    expect((await call('/api/shows', { headers: { 'if-none-match': etag } })).status).toBe(200)
  })

  it('answer HEAD like GET', async () => {
    const get = await call('/api/shows')
    const head = await call('/api/shows', { method: 'HEAD' })
    expect(head.headers.get('etag')).toBe(get.headers.get('etag'))
    expect(Number(head.headers.get('content-length'))).toBe((await get.arrayBuffer()).byteLength)
  })

  it.each([
    ['a day that is none', { ...show, date: '2027-02-29' }, ['date']],
    ['a date with a time', { ...show, date: '2027-02-01T20:00:00Z' }, ['date']],
    ['nothing', {}, ['city', 'date', 'venue']],
    ['blanks', { ...show, venue: ' \n ' }, ['venue']],
    ['a long venue', { ...show, venue: 'x'.repeat(201) }, ['venue']],
    ['a number for a city', { ...show, city: 7 }, ['city']],
    ['a NUL', { ...show, venue: 'The\0Hall' }, ['venue']],
    ['two lines', { ...show, city: 'London\r\nOntario' }, ['city']],
    ['a noncharacter', { ...show, venue: 'aa\uffffb' }, ['venue']],
    ['a control character of Latin-1', { ...show, city: 'Lon\u0085don' }, ['city']],
    ['half an emoji', '{"date":"2027-07-04","venue":"\\ud83c","city":"x"}', ['venue']],
    ['31 accents on a letter', { ...show, venue: `e${'\u0301'.repeat(31)}` }, ['venue']],
  ])('are not added with %s', async (_, body: object | string, fields) => {
    const before = await list()
    const answer = await call('/api/shows', json('POST', body, admin))
    expect(answer.status).toBe(422)
    const { errors } = (await answer.json()) as { errors: { field: string; message: string }[] }
    expect(errors.map(({ field }) => field).sort()).toEqual(fields)
    expect(await list()).toEqual(before)
  })

  it.each(['<script>alert(1)</script>', 'مرحبا', '🎸🥁', "'; DROP", '{"$gt":""}'])(
    'keep the text %j as it is',
    async (venue) => {
      const { _id } = await add({ ...show, venue })
      expect(await list()).toContainEqual(
        expect.objectContaining({ _id, ...show, venue: venue.trim() }),
      )
    },
  )

  it.each([
    ['POST', '/api/shows'],
    ['PUT', '/api/shows/000000000000000000000000'],
    ['DELETE', '/api/shows/000000000000000000000000'],
  ])('%s %s is for the administrator', async (method, path) => {
    const answer = await call(path, method === 'DELETE' ? { method } : json(method, show))
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  })

  it.each(['000000000000000000000000', 'abc', '..%2F..', '%00', '0'.repeat(500)])(
    'unknown by the id %s are 404',
    async (id) => {
      const answer = await call(`/api/shows/${id}`, json('PUT', show, admin))
      expect(answer.status).toBe(404)
      expect(answer.headers.get('content-type')).toBe('application/problem+json')
    },
  )

  it('keep 30 accents on a character', async () => {
    const venue = `x${'\u0327'.repeat(30)}`.normalize('NFC')
    expect(await add({ ...show, venue })).toMatchObject({ venue })
  })

  it('are stored once for a key that is sent repeatedly or concurrently', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() }
    const venue = `Once ${crypto.randomUUID()}`
    const post = () => call('/api/shows', json('POST', { ...show, venue }, { ...admin, ...key }))
    const responses = await Promise.all(Array.from({ length: 12 }, post))
    const bodies = new Set(await Promise.all(responses.map((answer) => answer.text())))
    expect(responses.map(({ status }) => status)).toEqual(Array(12).fill(201))
    expect(bodies.size).toBe(1)
    const stored = (await list()).filter((one) => one.venue === venue)
    expect(stored).toHaveLength(1)

    // The key is also honoured after the show was deleted.
    await call(`/api/shows/${stored[0]?._id}`, { method: 'DELETE', headers: admin })
    expect((await post()).status).toBe(201)
    expect((await list()).some((one) => one.venue === venue)).toBe(false)
  })

  it('are refused with a reused or malformed idempotency key', async () => {
    const headers = { ...admin, 'idempotency-key': crypto.randomUUID() }
    expect((await call('/api/shows', json('POST', show, headers))).status).toBe(201)
    const other = json('POST', { ...show, city: 'Elsewhere' }, headers)
    expect((await call('/api/shows', other)).status).toBe(422)
    const none = json('POST', show, { ...admin, 'idempotency-key': 'a b' })
    expect((await call('/api/shows', none)).status).toBe(422)
  })

  it('are changed by If-Match only as the version that somebody saw', async () => {
    const { _id } = await add()
    const put = (city: string, version?: string) =>
      call(
        `/api/shows/${_id}`,
        json('PUT', { ...show, city }, { ...admin, ...(version && { 'if-match': version }) }),
      )
    const first = await put('Ingersoll', '"v1"')
    expect([first.status, first.headers.get('etag')]).toEqual([200, '"v2"'])
    const second = await put('Woodstock', '"v1"')
    expect(second.status).toBe(412)
    expect(second.headers.get('content-type')).toBe('application/problem+json')
    expect(await second.json()).toMatchObject({
      status: 412,
      current: { _id, ...show, city: 'Ingersoll', version: 2 },
    })
    for (const stale of ['"v3"', 'W/"v2"', 'v2', '"other"', ''])
      expect([stale, (await put('Nowhere', stale || '""')).status]).toEqual([stale, 412])
    expect(await list()).toContainEqual(
      expect.objectContaining({ _id, ...show, city: 'Ingersoll' }),
    )
    expect((await put('Tillsonburg', '"v9", "v2"')).status).toBe(200)
    expect((await put('Aylmer', '*')).status).toBe(200)
    expect(await (await put('Dorchester')).json()).toMatchObject({ show: { version: 5 } })
    await call(`/api/shows/${_id}`, { method: 'DELETE', headers: admin })
    expect((await put('Gone', '"v5"')).status).toBe(404)
  })

  it('are changed once for each Idempotency-Key of their last change', async () => {
    const { _id } = await add()
    const put = (city: string, version: string, key: string) => {
      const headers = { ...admin, 'if-match': version, 'idempotency-key': key }
      return call(`/api/shows/${_id}`, json('PUT', { ...show, city }, headers))
    }
    const first = (await (await put('Paris', '"v1"', 'one')).json()) as { show: AdminShow }
    const again = await put('Paris', '"v1"', 'one')
    expect(await again.json()).toMatchObject({ show: { city: 'Paris', version: 2 } })
    expect(first.show.version).toBe(2)
    // The same key with other content is another change.
    expect((await put('Rome', '"v1"', 'one')).status).toBe(412)
    expect((await put('Rome', '"v1"', 'two')).status).toBe(412)
    expect((await put('Rome', '"v2"', 'two')).status).toBe(200)
    // Another change came between, so the repeated one is a conflict.
    expect((await put('Paris', '"v1"', 'one')).status).toBe(412)
  })

  it('let one of many changes of one version win, whatever their order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 8 }), async (editors) => {
        const { _id } = await add()
        const headers = { ...admin, 'if-match': '"v1"' }
        const responses = await Promise.all(
          Array.from({ length: editors }, (_, editor) =>
            call(`/api/shows/${_id}`, json('PUT', { ...show, city: `City ${editor}` }, headers)),
          ),
        )
        const winners = responses.flatMap(({ status }, editor) => (status === 200 ? [editor] : []))
        expect(winners).toHaveLength(1)
        expect(responses.filter(({ status }) => status === 412)).toHaveLength(editors - 1)
        expect(await list()).toContainEqual(
          expect.objectContaining({ _id, ...show, city: `City ${winners[0]}` }),
        )
        await call(`/api/shows/${_id}`, { method: 'DELETE', headers: admin })
      }),
      { numRuns: 8 },
    )
  })

  it('that another program wrote can be changed', async () => {
    const { insertedId } = await site.db.collection('shows').insertOne({ ...show, venue: 'Old' })
    const path = `/api/shows/${insertedId}`
    const newer = { ...admin, 'if-match': '"v7"' }
    const refused = await call(path, json('PUT', { ...show, venue: 'New' }, newer))
    expect(refused.status).toBe(412)
    expect(await refused.json()).toMatchObject({ current: { venue: 'Old' } })
    const changed = await call(path, json('PUT', { ...show, venue: 'New' }, admin))
    expect(changed.status).toBe(200)
    expect(await changed.json()).toMatchObject({ show: { venue: 'New' } })
    expect((await call(path, { method: 'DELETE', headers: admin })).status).toBe(204)
  })

  it('are compressed for the administrator who accepts it', async () => {
    for (const venue of ['One', 'Two', 'Three', 'Four', 'Five']) await add({ ...show, venue })
    const headers = { ...admin, 'accept-encoding': 'gzip, br' }
    const compressed = await call('/api/admin/shows', { headers })
    expect(compressed.headers.get('content-encoding')).toBe('gzip')
    expect(compressed.headers.get('vary')?.toLowerCase()).toContain('accept-encoding')
    const plain = await call('/api/admin/shows', { headers: admin })
    expect(plain.headers.get('content-encoding')).toBeNull()
    const text = await plain.text()
    expect(gunzipSync(await compressed.arrayBuffer()).toString()).toBe(text)
  })

  it('expose versions only to the administrator', async () => {
    const { _id } = await add()
    const answer = await call('/api/admin/shows', { headers: admin })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const { shows } = (await answer.json()) as { shows: AdminShow[] }
    expect(shows).toContainEqual(expect.objectContaining({ _id, ...show, version: 1 }))
    expect(shows.map(({ date }) => date)).toEqual(shows.map(({ date }) => date).sort())
    expect((await call('/api/admin/shows')).status).toBe(401)
    expect(await (await call('/api/shows')).text()).not.toContain('version')
    expect(await (await call('/Shows')).text()).not.toMatch(/"?version"?:\d/)
  })

  it('say which methods they know', async () => {
    const answer = await call('/api/shows', { method: 'PATCH' })
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe('GET, HEAD, POST')
    expect((await call('/api/shows/abc', { method: 'GET' })).headers.get('allow')).toBe(
      'DELETE, PUT',
    )
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asAdmin, json } from '../testing/requests'
import { type Site, startSite } from '../testing/start-site'

let site: Site
let admin: Record<string, string>
beforeAll(async () => {
  site = await startSite()
  admin = asAdmin(await site.token())
})
afterAll(() => site.stop())

const show = { date: '2027-07-04', venue: 'The Wortley Taproom', city: 'London' }
const call = (path: string, options?: RequestInit) => fetch(site.url + path, options)

async function add(body: object = show) {
  const answer = await call('/api/shows', json('POST', body, admin))
  return ((await answer.json()) as { show: { _id: string } }).show
}

async function list() {
  const answer = await call('/api/shows')
  return ((await answer.json()) as { shows: { _id: string; date: string }[] }).shows
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
    })
    expect(await list()).toContainEqual(added)

    const changed = await call(
      `/api/shows/${added._id}`,
      json('PUT', { ...show, city: 'St. Thomas' }, admin),
    )
    expect(changed.status).toBe(200)
    expect(await changed.json()).toEqual({ show: { _id: added._id, ...show, city: 'St. Thomas' } })
    expect(await list()).toContainEqual({ _id: added._id, ...show, city: 'St. Thomas' })

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

  it('say 304 to whoever has the list, whatever token goes along', async () => {
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
  ])('are not added with %s', async (_, body, fields) => {
    const before = await list()
    const answer = await call('/api/shows', json('POST', body, admin))
    expect(answer.status).toBe(422)
    const { errors } = (await answer.json()) as { errors: { field: string; message: string }[] }
    expect(errors.map(({ field }) => field).sort()).toEqual(fields)
    expect(await list()).toEqual(before)
  })

  it.each(['<script>alert(1)</script>', 'مرحبا', '🎸🥁', '\u0000 nul', "'; DROP", '{"$gt":""}'])(
    'keep the text %j as it is',
    async (venue) => {
      const { _id } = await add({ ...show, venue })
      expect(await list()).toContainEqual({ _id, ...show, venue: venue.trim() })
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

  it('say which methods they know', async () => {
    const answer = await call('/api/shows', { method: 'PATCH' })
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe('GET, HEAD, POST')
    expect((await call('/api/shows/abc', { method: 'GET' })).headers.get('allow')).toBe(
      'DELETE, PUT',
    )
  })
})

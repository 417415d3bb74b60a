import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type MemorySite, openSite } from '../../testing/memory-site'
import { asAdmin, json, mp3, trackForm } from '../../testing/requests'
import type { AdminTrack } from '../contract/music'

let site: MemorySite
let admin: Record<string, string>
beforeEach(async () => {
  site = await openSite({ LOG_LEVEL: 'silent' })
  admin = asAdmin(await site.token())
})
afterEach(() => site.stop())

/** The beginning of a track, which is quick to store. */
const file = () => mp3().subarray(0, 20_000)
const fields = (name: string) => ({ name, artist: 'Us', location: 'Here' })

async function send(method: string, path: string, form: FormData) {
  const response = await site.fetch(path, { method, headers: admin, body: form })
  return ((await response.json()) as { music: AdminTrack }).music
}
const add = (name: string, more: object = {}) =>
  send('POST', '/api/music/upload', trackForm({ ...fields(name), ...more }, file()))

async function listed(path = '/api/music') {
  const response = await site.fetch(path, { headers: admin })
  return ((await response.json()) as { music: AdminTrack[] }).music
}
const names = async (path?: string) => (await listed(path)).map(({ name }) => name)
const order = (ids: unknown) => site.fetch('/api/music/order', json('PUT', { ids }, admin))

it('tracks are in the order that the band has given them; new ones come last', async () => {
  const [a, b, c] = [await add('A'), await add('B'), await add('C')]
  const response = await order([c._id, a._id, b._id])
  expect(response.status).toBe(200)
  const { music } = (await response.json()) as { music: AdminTrack[] }
  expect(music.map(({ name }) => name)).toEqual(['C', 'A', 'B'])
  expect(await names()).toEqual(['C', 'A', 'B'])
  await add('D')
  expect(await names()).toEqual(['C', 'A', 'B', 'D'])
  await site.fetch(`/api/music/${a._id}`, { method: 'DELETE', headers: admin })
  expect(await names()).toEqual(['C', 'B', 'D'])
  await site.fetch(`/api/admin/bin/${a._id}/restore`, { method: 'POST', headers: admin })
  expect(await names()).toEqual(['C', 'A', 'B', 'D'])
})

it('an order that somebody else has changed is not written over; the same order again is no conflict', async () => {
  const [a, b] = [await add('A'), await add('B')]
  const read = async () =>
    (await (await site.fetch('/api/admin/music', { headers: admin })).json()) as {
      order: { version: number }
    }
  expect((await read()).order).toEqual({ _id: 'order', version: 1, names: ['A', 'B'] })
  const send = (ids: string[], version: number) =>
    site.fetch('/api/music/order', json('PUT', { ids }, { ...admin, 'if-match': `"v${version}"` }))
  const changed = await send([b._id, a._id], 1)
  expect(await changed.json()).toMatchObject({ order: { version: 2, names: ['B', 'A'] } })
  // The response was lost, and the request is repeated.
  expect((await send([b._id, a._id], 1)).status).toBe(200)
  const refused = await send([a._id, b._id], 1)
  expect(refused.status).toBe(412)
  expect(await refused.json()).toMatchObject({ current: { version: 2, names: ['B', 'A'] } })
  expect(await names()).toEqual(['B', 'A'])
  expect((await send([a._id, b._id], 2)).status).toBe(200)
  expect(await names()).toEqual(['A', 'B'])
})

it('an order that waited while tracks were added and deleted keeps the new ones at its end', async () => {
  const [a, b, c] = [await add('A'), await add('B'), await add('C')]
  await site.fetch(`/api/music/${a._id}`, { method: 'DELETE', headers: admin })
  await add('D')
  const send = (ids: string[], more: Record<string, string> = {}) =>
    site.fetch('/api/music/order', json('PUT', { ids }, { ...admin, 'if-match': '"v1"', ...more }))
  const key = { 'idempotency-key': crypto.randomUUID() }
  expect((await send([c._id, a._id, b._id])).status).toBe(422)
  expect((await send([b._id, b._id], key)).status).toBe(422)
  expect((await send([c._id, a._id, b._id], key)).status).toBe(200)
  expect(await names()).toEqual(['C', 'B', 'D'])
})

it('only a permutation of all ids is accepted', async () => {
  const ids = [(await add('A'))._id, (await add('B'))._id, (await add('C'))._id]
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(ids, { minLength: 3 }), async (shuffled) => {
      expect((await order(shuffled)).status).toBe(200)
      expect((await listed()).map(({ _id }) => _id)).toEqual(shuffled)
    }),
    { numRuns: 10 },
  )
  const before = await names()
  const [first = '', second = '', third = ''] = ids
  for (const wrong of [
    [],
    [first, second],
    [first, second, second],
    [first, second, third, third],
    [first, second, '0'.repeat(24)],
    [first, second, 'x'],
    'x',
    undefined,
  ]) {
    const response = await order(wrong)
    expect([wrong, response.status]).toEqual([wrong, 422])
  }
  expect(await names()).toEqual(before)
  const response = await site.fetch('/api/music/order', { method: 'PUT' })
  expect(response.status).toBe(401)
})

it('a draft is only in the back office, and so is its file', async () => {
  const draft = await add('Secret song', { isDraft: 'true' })
  expect(draft.isDraft).toBe(true)
  const etag = async () => (await site.fetch('/api/music')).headers.get('etag')
  const before = await etag()
  expect(await names()).toEqual([])
  expect(await listed('/api/admin/music')).toMatchObject([{ name: 'Secret song', isDraft: true }])
  for (const path of ['/', '/Music', '/api/music', '/sitemap.xml', '/llms.txt'])
    expect(await (await site.fetch(path)).text(), path).not.toContain('Secret song')
  for (const path of [draft.mp3FilePath, `/music/${draft._id}/cover.jpg`])
    expect([path, (await site.fetch(path)).status]).toEqual([path, 404])
  const file = `/api/admin/music/${draft._id}/file`
  expect((await site.fetch(file)).status).toBe(401)
  const heard = await site.fetch(file, { headers: admin })
  expect(heard.headers.get('cache-control')).toBe('no-store')
  expect((await heard.bytes()).length).toBe(draft.size)
  await send('PUT', `/api/music/${draft._id}`, trackForm(fields('Secret song, slower')))
  expect(await listed('/api/admin/music')).toMatchObject([{ isDraft: true, version: 2 }])
  expect(await etag()).toBe(before)
  const published = trackForm({ ...fields('Song'), isDraft: 'false' })
  expect(await send('PUT', `/api/music/${draft._id}`, published)).not.toHaveProperty('isDraft')
  expect(await names()).toEqual(['Song'])
  for (const path of [draft.mp3FilePath, `/music/${draft._id}/cover.jpg`])
    expect([path, (await site.fetch(path)).status]).toEqual([path, 200])
})

it('a track has an album, a place on it and a year, which can be changed and cleared', async () => {
  const added = await add('A', { album: 'Live', number: '3', year: '2026' })
  const cover = { src: `/music/${added._id}/cover.jpg`, width: 512, height: 512 }
  expect(await listed()).toMatchObject([{ album: 'Live', number: 3, year: 2026, cover }])
  expect((await site.fetch(cover.src)).status).toBe(200)
  const path = `/api/music/${added._id}`
  const change = (more: object) => send('PUT', path, trackForm({ ...fields('A'), ...more }))
  expect(await change({ year: '2027' })).toMatchObject({ album: 'Live', number: 3, year: 2027 })
  const cleared = await change({ album: '', number: '', year: '' })
  for (const field of ['album', 'number', 'year']) expect(cleared).not.toHaveProperty(field)
})

it.each([
  ['number', '0'],
  ['number', '1.5'],
  ['year', '26'],
])('the %s %j is refused', async (field, text) => {
  const form = trackForm({ ...fields('A'), [field]: text }, file())
  const response = await site.fetch('/api/music/upload', {
    method: 'POST',
    headers: admin,
    body: form,
  })
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({ errors: [{ field }] })
})

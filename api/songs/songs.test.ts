import { afterEach, beforeEach, expect, it } from 'vitest'
import { type MemorySite, openSite } from '../../testing/memory-site'
import { asAdmin, json, mp3, trackForm } from '../../testing/requests'
import type { AdminSong, Song } from '../contract/songs'

let site: MemorySite
let token: string
beforeEach(async () => {
  site = await openSite({ LOG_LEVEL: 'silent', RATE_LIMIT: 'off' })
  token = await site.token()
})
afterEach(() => site.stop())

const add = (song: object, headers: Record<string, string> = {}) =>
  site.fetch('/api/songs', json('POST', song, { ...asAdmin(token), ...headers }))
const change = (id: string, song: object, headers: Record<string, string> = {}) =>
  site.fetch(`/api/songs/${id}`, json('PUT', song, { ...asAdmin(token), ...headers }))
const songIn = async (response: Response) => ((await response.json()) as { song: AdminSong }).song
async function songs(path = '/api/songs') {
  const response = await site.fetch(path, { headers: asAdmin(token) })
  return ((await response.json()) as { songs: (Song & Partial<AdminSong>)[] }).songs
}

const sun = { title: 'House of the Rising Sun', artist: 'The Animals' }

it('songs are listed by title, and visitors see only public fields of public ones', async () => {
  await add({ ...sun, year: 1964, tags: ['slow', 'minor'], key: 'A minor', notes: 'Capo 2' })
  await add({ title: '25 or 6 to 4', artist: 'Chicago', duration: 290 })
  await add({ title: 'Born to Be Wild', artist: 'Steppenwolf', isPublic: false })
  const edition = { _id: expect.any(String), version: 1 }
  expect(await songs()).toEqual([
    { ...edition, title: '25 or 6 to 4', artist: 'Chicago' },
    { ...edition, ...sun, year: 1964, tags: ['slow', 'minor'], key: 'A minor' },
  ])
  const all = await songs('/api/admin/songs')
  expect(all.map(({ title }) => title)).toEqual([
    '25 or 6 to 4',
    'Born to Be Wild',
    'House of the Rising Sun',
  ])
  expect(all[2]).toMatchObject({ notes: 'Capo 2', version: 1 })
  expect(all[1]).toMatchObject({ isPublic: false })
})

it('a song is changed with If-Match, and an empty value clears an optional field', async () => {
  const song = await songIn(await add({ ...sun, year: 1964, tags: ['slow'], isPublic: false }))
  const first = { 'if-match': '"v1"' }
  const cleared = await change(
    song._id,
    { ...sun, year: '', tags: [], key: 'Am', isPublic: true },
    first,
  )
  expect(cleared.status).toBe(200)
  const fields = { _id: song._id, ...sun, key: 'Am', version: 2 }
  expect(await songIn(cleared)).toEqual(fields)
  const stale = await change(song._id, sun, first)
  expect(stale.status).toBe(412)
  expect(await stale.json()).toMatchObject({ current: { key: 'Am', version: 2 } })
})

it('a repeated request with the same key adds one song', async () => {
  const key = { 'idempotency-key': 'one' }
  const [one, other] = await Promise.all([add(sun, key), add(sun, key)])
  expect((await songIn(one))._id).toBe((await songIn(other))._id)
  expect(await songs()).toHaveLength(1)
})

it('a deleted song returns from the bin with its id', async () => {
  const { _id } = await songIn(await add(sun))
  const remove = { method: 'DELETE', headers: asAdmin(token) }
  expect((await site.fetch(`/api/songs/${_id}`, remove)).status).toBe(204)
  expect(await songs()).toEqual([])
  const path = `/api/admin/bin/${_id}/restore`
  const restored = await site.fetch(path, { method: 'POST', headers: asAdmin(token) })
  expect(await restored.json()).toMatchObject({ song: { _id, ...sun, version: 2 } })
  expect(await songs()).toHaveLength(1)
})

it.each([
  [{ title: 'Sun' }, 'artist'],
  [{ ...sun, year: 12 }, 'year'],
  [{ ...sun, tags: Array(11).fill('x') }, 'tags'],
  [{ ...sun, tags: ['x'.repeat(41)] }, 'tags.0'],
  [{ ...sun, trackId: 'none' }, 'trackId'],
  [{ ...sun, duration: 0 }, 'duration'],
])('%j is refused for its %s', async (song, field) => {
  const response = await add(song)
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({ errors: [{ field }] })
})

it('writes need a token, and the list answers 304', async () => {
  expect((await site.fetch('/api/songs', json('POST', sun))).status).toBe(401)
  const etag = (await site.fetch('/api/songs')).headers.get('etag') ?? ''
  const again = await site.fetch('/api/songs', { headers: { 'if-none-match': etag } })
  expect(again.status).toBe(304)
})

it('a song tells nothing of a draft track', async () => {
  const body = trackForm({ name: 'New', artist: 'Us', location: 'Here', isDraft: 'true' }, mp3())
  const upload = { method: 'POST', headers: asAdmin(token), body }
  const response = await site.fetch('/api/music/upload', upload)
  const { music } = (await response.json()) as { music: { _id: string; version: number } }
  await add({ ...sun, trackId: music._id })
  expect((await songs())[0]).not.toHaveProperty('trackId')
  expect(await (await site.fetch('/Songs')).text()).not.toContain(music._id)
  expect((await songs('/api/admin/songs'))[0]).toHaveProperty('trackId', music._id)
  const published = trackForm({ name: 'New', artist: 'Us', location: 'Here', isDraft: 'false' })
  await site.fetch(`/api/music/${music._id}`, {
    method: 'PUT',
    headers: asAdmin(token),
    body: published,
  })
  expect((await songs())[0]).toHaveProperty('trackId', music._id)
})

it('a song that another program has stored without a version has version 1, and is changed like others', async () => {
  const { insertedId } = await site.db.collection('songs').insertOne({ ...sun })
  const id = insertedId.toHexString()
  const first = { 'if-match': '"v1"' }
  const changed = await change(id, { ...sun, key: 'Am' }, first)
  expect(changed.status).toBe(200)
  expect(await songIn(changed)).toMatchObject({ key: 'Am', version: 2 })
  expect((await change(id, sun, first)).status).toBe(412)
})

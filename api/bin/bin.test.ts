import { ObjectId } from 'mongodb'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type MemorySite, openSite } from '../../testing/memory-site'
import { asAdmin, json, mp3, trackForm } from '../../testing/requests'
import { serveSite } from '../../testing/served-site'
import type { BinItem } from '../contract/bin'
import type { Enquiry } from '../contract/enquiries'
import type { Track } from '../contract/music'
import type { AdminShow, Show } from '../contract/shows'
import type { AdminSong } from '../contract/songs'

let site: MemorySite
let admin: Record<string, string>
beforeEach(async () => {
  site = await openSite({ LOG_LEVEL: 'silent' })
  admin = asAdmin(await site.token())
})
afterEach(() => site.stop())

const call = async <Body>(method: string, path: string, body?: unknown) => {
  const options = body === undefined ? { method, headers: admin } : json(method, body, admin)
  const response = await site.fetch(path, options)
  const text = await response.text()
  return { status: response.status, body: (text ? JSON.parse(text) : undefined) as Body }
}
const bin = async () => (await call<{ items: BinItem[] }>('GET', '/api/admin/bin')).body.items
const restore = (id: string) => call<{ show: AdminShow }>('POST', `/api/admin/bin/${id}/restore`)
const discard = (id: string) => call('DELETE', `/api/admin/bin/${id}`)
const statusOf = async (path: string) => (await site.fetch(path)).status

async function addShow(fields: object = {}) {
  const show = { date: '2099-05-01', venue: 'The Barn', city: 'Paris', ...fields }
  return (await call<{ show: AdminShow }>('POST', '/api/shows', show)).body.show
}
const publicShows = async () => (await call<{ shows: Show[] }>('GET', '/api/shows')).body.shows

async function addTrack() {
  const body = trackForm({ name: 'Song', artist: 'Us', location: 'Here' }, mp3())
  const options = { method: 'POST', headers: admin, body }
  const response = await site.fetch('/api/music/upload', options)
  return ((await response.json()) as { music: Track }).music
}

it('only the administrator can list, restore and delete records in the bin', async () => {
  const id = new ObjectId().toHexString()
  for (const [method, path] of [
    ['GET', '/api/admin/bin'],
    ['POST', `/api/admin/bin/${id}/restore`],
    ['DELETE', `/api/admin/bin/${id}`],
  ] as const)
    expect([path, (await site.fetch(path, { method })).status]).toEqual([path, 401])
  expect((await restore(id)).status).toBe(404)
  expect((await discard(id)).status).toBe(404)
})

it('a deletion is refused if If-Match does not contain the stored version', async () => {
  const show = await addShow()
  const track = await addTrack()
  const fields = { title: 'Hush', artist: 'Us' }
  const { song } = (await call<{ song: AdminSong }>('POST', '/api/songs', fields)).body
  for (const path of [
    `/api/shows/${show._id}`,
    `/api/music/${track._id}`,
    `/api/songs/${song._id}`,
  ]) {
    const remove = (version: string) =>
      site.fetch(path, { method: 'DELETE', headers: { ...admin, 'if-match': version } })
    const refused = await remove('"v2"')
    const { current } = (await refused.json()) as { current: object }
    expect([path, refused.status, current]).toEqual([
      path,
      412,
      expect.objectContaining({ _id: path.split('/').at(-1), version: 1 }),
    ])
    expect(await bin()).toEqual([])
    expect([path, (await remove('"v1"')).status]).toEqual([path, 204])
    for (const { _id } of await bin()) await discard(_id)
  }
  expect(await publicShows()).toEqual([])
})

it('a deleted show returns with its id, address, calendar entry and fields', async () => {
  const show = await addShow({ note: 'Bring boots', startsAt: '20:30' })
  const page = `/Shows/${show.slug}`
  expect((await call('DELETE', `/api/shows/${show._id}`)).status).toBe(204)
  expect(await statusOf(page)).toBe(410)
  expect(await bin()).toEqual([
    {
      _id: show._id,
      kind: 'show',
      label: 'May 1, 2099 at The Barn, Paris',
      deletedAt: expect.any(String),
    },
  ])
  const { status, body } = await restore(show._id)
  expect(status).toBe(200)
  const { updatedAt: _, ...before } = show
  expect(body.show).toMatchObject({ ...before, version: 2 })
  expect(await publicShows()).toHaveLength(1)
  expect(await statusOf(page)).toBe(200)
  const calendar = await (await site.fetch('/shows.ics')).text()
  expect(calendar).toContain(`UID:${show._id}@`)
  // Calendars take over an event again if its sequence is higher.
  expect(calendar).toContain('SEQUENCE:1')
  expect(await bin()).toEqual([])
  expect((await restore(show._id)).status).toBe(404)
})

it('restoring a private show changes nothing public', async () => {
  const show = await addShow({ visibility: 'private' })
  const etag = async () => (await site.fetch('/api/shows')).headers.get('etag')
  const before = await etag()
  await call('DELETE', `/api/shows/${show._id}`)
  await restore(show._id)
  expect(await etag()).toBe(before)
  expect(await publicShows()).toEqual([])
  const { shows } = (await call<{ shows: AdminShow[] }>('GET', '/api/admin/shows')).body
  expect(shows).toMatchObject([{ _id: show._id, visibility: 'private' }])
})

it('a show whose address was taken meanwhile returns with a free one', async () => {
  const first = await addShow()
  await call('DELETE', `/api/shows/${first._id}`)
  const second = await addShow()
  expect(second.slug).toBe(first.slug)
  const { show } = (await restore(first._id)).body
  expect(show.slug).not.toBe(second.slug)
  for (const { slug } of [show, second]) expect(await statusOf(`/Shows/${slug}`)).toBe(200)
})

it('the file of a deleted track responds with 404, and is served again after restoring', async () => {
  const track = await addTrack()
  await call('DELETE', `/api/music/${track._id}`)
  expect(await statusOf(track.mp3FilePath)).toBe(404)
  const { body } = await restore(track._id)
  expect(body).toMatchObject({ music: { _id: track._id, mp3FilePath: track.mp3FilePath } })
  const bytes = await (await site.fetch(track.mp3FilePath)).arrayBuffer()
  expect(Buffer.from(bytes).equals(mp3())).toBe(true)
})

it('a track that is deleted for good leaves no file', async () => {
  const track = await addTrack()
  await call('DELETE', `/api/music/${track._id}`)
  expect((await discard(track._id)).status).toBe(204)
  const db = site.db
  for (const name of ['music', 'bin', 'fs.files', 'fs.chunks'])
    expect([name, await db.collection(name).countDocuments()]).toEqual([name, 0])
})

it('a restored show loses its enquiry if another show was made of it meanwhile', async () => {
  const body = { name: 'Pat', email: 'pat@example.org', message: 'Hi', date: '2099-05-01' }
  await call('POST', '/bookus', body)
  const { enquiries } = (await call<{ enquiries: Enquiry[] }>('GET', '/api/enquiries')).body
  const path = `/api/enquiries/${enquiries[0]?._id}/show`
  const make = async () =>
    (await call<{ show: AdminShow }>('POST', path, { visibility: 'private' })).body.show
  const first = await make()
  await call('DELETE', `/api/shows/${first._id}`)
  const second = await make()
  expect(second._id).not.toBe(first._id)
  expect((await restore((await bin())[0]?._id ?? '')).status).toBe(200)
  const { shows } = (await call<{ shows: AdminShow[] }>('GET', '/api/admin/shows')).body
  const links = Object.fromEntries(shows.map(({ _id, enquiryId }) => [_id, enquiryId]))
  expect(links).toEqual({ [first._id]: undefined, [second._id]: enquiries[0]?._id })
  expect((await make())._id).toBe(second._id)
})

it('a deleted enquiry returns to its box', async () => {
  const enquiry = { name: 'Pat', email: 'pat@example.org', message: 'A barn, in June.' }
  await call('POST', '/bookus', enquiry)
  interface Box {
    enquiries: { _id: string; message: string }[]
  }
  const box = async () => (await call<Box>('GET', '/api/enquiries?status=new')).body.enquiries
  const [stored] = await box()
  await call('DELETE', `/api/enquiries/${stored?._id}`)
  expect(await box()).toEqual([])
  expect(await bin()).toMatchObject([{ kind: 'enquiry', label: 'Pat, pat@example.org' }])
  const { status, body } = await restore(stored?._id ?? '')
  expect([status, body]).toEqual([200, { enquiry: stored }])
  expect(await box()).toEqual([stored])
})

it('a record deleted 30 days ago is removed at the next start', async () => {
  const track = await addTrack()
  const show = await addShow()
  for (const path of [`/api/music/${track._id}`, `/api/shows/${show._id}`])
    await call('DELETE', path)
  const db = site.db
  const long = new Date(Date.now() - 30 * 24 * 60 * 60_000 - 1_000)
  await db
    .collection('bin')
    .updateOne({ _id: new ObjectId(track._id) }, { $set: { deletedAt: long } })
  const other = await serveSite({ MONGODB_URI: site.databaseUri })
  await expect.poll(() => db.collection('fs.files').countDocuments()).toBe(0)
  expect(await bin()).toMatchObject([{ _id: show._id }])
  await other.stop()
})

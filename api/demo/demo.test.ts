import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openSite } from '../../testing/memory-site'
import { asAdmin, json } from '../../testing/requests'
import { serveSite } from '../../testing/served-site'
import { site as first } from '../../web/content/site'
import type { Track } from '../contract/music'
import type { Show } from '../contract/shows'
import type { Site } from '../contract/site'
import { measureGain } from '../music/gain'
import { demoTracks } from './content'

it('each demo track has the gain that a measurement finds', async () => {
  for (const { file, gain } of demoTracks) {
    const content = createReadStream(join(import.meta.dirname, 'tracks', file))
    expect([file, await measureGain(content)]).toEqual([file, gain])
  }
})

it('removing the demo keeps changed and added records', async () => {
  const site = await openSite({ DEMO_CONTENT: 'on', LOG_LEVEL: 'silent' })
  const admin = asAdmin(await site.token())
  const read = async <Body>(path: string) =>
    (await (await site.fetch(path, { headers: admin })).json()) as Body
  const shows = async () => (await read<{ shows: Show[] }>('/api/shows')).shows
  const music = async () => (await read<{ music: Track[] }>('/api/music')).music

  const [changed, second] = await shows()
  const { date = '', venue = '' } = changed ?? {}
  await site.fetch(
    `/api/shows/${changed?._id}`,
    json('PUT', { date, venue, city: 'Elsewhere' }, admin),
  )
  const own = { date: '2099-01-01', venue: 'Ours', city: 'Paris' }
  await site.fetch('/api/shows', json('POST', own, admin))
  await site.fetch('/api/site', json('PUT', { tagline: 'Ours' }, admin))
  const [track] = await music()
  expect(await read('/api/admin/demo')).toMatchObject({ shows: 6, tracks: 4 })

  const remove = () => site.fetch('/api/admin/demo', { method: 'DELETE', headers: admin })
  expect((await remove()).status).toBe(204)
  expect((await shows()).map(({ city }) => city).sort()).toEqual(['Elsewhere', 'Paris'])
  expect((await site.fetch(`/Shows/${second?.slug}`)).status).toBe(410)
  expect(await music()).toEqual([])
  expect((await site.fetch(track?.mp3FilePath ?? '')).status).toBe(404)
  const { site: words } = await read<{ site: Site }>('/api/site')
  const { name, timeZone, colours } = first
  expect(words).toEqual({ name, timeZone, colours, tagline: 'Ours' })
  expect(await read('/api/admin/demo')).toEqual({ shows: 0, tracks: 0, songs: 0, words: 0 })
  // The bin keeps them for those who miss something.
  const { items } = await read<{ items: { kind: string }[] }>('/api/admin/bin')
  const inBin = Map.groupBy(items, ({ kind }) => kind)
  expect([inBin.get('show')?.length, inBin.get('track')?.length]).toEqual([6, 4])
  expect((await remove()).status).toBe(204)
  expect((await site.fetch('/api/admin/demo', { method: 'DELETE' })).status).toBe(401)
  // The words can be taken back like after any other change.
  await site.fetch('/api/admin/site/undo', { method: 'POST', headers: admin })
  expect((await read<{ site: Site }>('/api/site')).site).toMatchObject({ town: first.town })
  await site.stop()
})

it('the demo does not come back when the band has removed it and has only drafts', async () => {
  const site = await serveSite({ DEMO_CONTENT: 'on', LOG_LEVEL: 'silent' })
  const admin = asAdmin(await site.token())
  await site.fetch('/api/admin/demo', { method: 'DELETE', headers: admin })
  const draft = { date: '2099-01-01', venue: 'Ours', city: 'Paris', visibility: 'draft' }
  await site.fetch('/api/shows', json('POST', draft, admin))
  await site.pause()
  await site.resume()
  for (const [path, list] of [
    ['/api/shows', 'shows'],
    ['/api/music', 'music'],
    ['/api/songs', 'songs'],
  ] as const)
    expect([path, await (await site.fetch(path)).json()]).toEqual([path, { [list]: [] }])
  await site.stop()
})

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type MemorySite, openSite } from '../../testing/memory-site'
import { asAdmin, json } from '../../testing/requests'
import { serveSite } from '../../testing/served-site'
import { site as first } from '../../web/content/site'
import type { Site } from '../contract/site'
import { publicPages } from '../shared/site-map'

interface Answer {
  site: Site
  version: number
  earlier: Site[]
}

let site: MemorySite
let admin: Record<string, string>
beforeEach(async () => {
  site = await openSite({ LOG_LEVEL: 'silent' })
  admin = asAdmin(await site.token())
})
afterEach(() => site.stop())

const put = (body: unknown, headers: Record<string, string> = {}) =>
  site.fetch('/api/site', json('PUT', body, { ...admin, ...headers }))
const answer = async (response: Response | Promise<Response>) =>
  (await (await response).json()) as Answer
const stored = () => answer(site.fetch('/api/admin/site', { headers: admin }))
const text = async (path: string) => (await site.fetch(path)).text()
const undo = () => site.fetch('/api/admin/site/undo', { method: 'POST', headers: admin })

it('a new site starts with the words of the content, and everyone may read them', async () => {
  const response = await site.fetch('/api/site')
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ site: JSON.parse(JSON.stringify(first)) })
  const etag = response.headers.get('etag') ?? ''
  const again = await site.fetch('/api/site', { headers: { 'if-none-match': etag } })
  expect(again.status).toBe(304)
  expect(await stored()).toMatchObject({ version: 1, earlier: [] })
})

it('only the administrator may read the version, change the words, and take a change back', async () => {
  for (const [method, path] of [
    ['GET', '/api/admin/site'],
    ['PUT', '/api/site'],
    ['POST', '/api/admin/site/undo'],
  ] as const) {
    const response = await site.fetch(path, { method })
    expect([path, response.status]).toEqual([path, 401])
  }
})

it('an absent field keeps its value, and an empty text or list clears one', async () => {
  const response = await put({ tagline: '  Louder. ', town: '', members: [], unknown: 1 })
  expect(response.status).toBe(200)
  expect(response.headers.get('etag')).toBe('"v2"')
  const { site: changed, version } = await answer(response)
  expect(version).toBe(2)
  expect(changed).toMatchObject({ name: first.name, tagline: 'Louder.' })
  expect(changed).not.toHaveProperty('town')
  expect(changed).not.toHaveProperty('members')
  expect(await answer(site.fetch('/api/site'))).toEqual({ site: changed })
})

it('client scripts contain none of the band’s first words', async () => {
  const folder = join(import.meta.dirname, '../../dist/client/assets')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'))
  const scripts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  const { members = [], videos = [] } = first
  const words = [
    first.tagline,
    first.introduction,
    ...(first.welcome ?? []),
    ...members.flatMap(({ name, biography = [] }) => [name, ...biography]),
    ...videos.flatMap(({ title, about }) => [title, about]),
  ].filter((word) => word !== undefined)
  expect(names.length).toBeGreaterThan(10)
  expect(words.length).toBeGreaterThan(10)
  for (const word of words)
    expect(
      scripts.some((script) => script.includes(word)),
      word,
    ).toBe(false)
})

it('a changed word is on pages, in the manifest, the calendars, the feed and the cards at once', async () => {
  const show = { date: '2099-05-01', venue: 'The Barn', city: 'Paris' }
  const added = await site.fetch('/api/shows', json('POST', show, admin))
  const { _id, slug } = ((await added.json()) as { show: { _id: string; slug: string } }).show
  const card = async () => (await site.fetch(`/shows/${_id}/card.jpg`)).headers.get('etag')
  const paths = ['/manifest.webmanifest', '/shows.ics', '/shows.rss', '/llms.txt', '/']
  for (const path of paths) expect(await text(path), path).toContain('The Forks')
  const before = [await card(), await text('/icon.svg')]
  await put({ name: 'Zebra Crossing', shortName: 'Zebra', network: '', playlist: '' })
  for (const path of [...paths, `/Shows/${slug}`, '/AboutUs']) {
    const page = await text(path)
    expect(page, path).toContain('Zebra')
    if (path !== '/' && path !== '/AboutUs') expect(page, path).not.toContain('The Forks')
  }
  expect(await card()).not.toBe(before[0])
  expect(await text('/icon.svg')).not.toBe(before[1])
})

it('language, colours and time zone of the pages follow the words', async () => {
  const colours = { ...first.colours, ground: { day: '#ffffff', night: '#000022' } }
  await put({ locale: 'fr-CA', colours, timeZone: 'Pacific/Kiritimati' })
  const page = await text('/')
  expect(page).toContain('<html lang="fr-CA"')
  expect(page).toContain('content="fr_CA"')
  expect(page).toContain('content="#ffffff" media="(prefers-color-scheme: light)"')
  expect(page).toContain('--ground:light-dark(#ffffff, #000022)')
  expect(JSON.parse(await text('/manifest.webmanifest'))).toMatchObject({
    lang: 'fr-CA',
    theme_color: '#000022',
  })
})

it('pages render without any optional field', async () => {
  const { name, timeZone, colours, ...optional } = first
  const cleared = Object.fromEntries(Object.keys(optional).map((field) => [field, '']))
  const { site: rest } = await answer(put(cleared))
  expect(rest).toEqual({ name, timeZone, colours })
  const show = { date: '2099-05-01', venue: 'The Barn', city: 'Paris' }
  const added = await site.fetch('/api/shows', json('POST', show, admin))
  const { slug } = ((await added.json()) as { show: { slug: string } }).show
  const texts = ['/llms.txt', '/shows.ics', '/shows.rss', '/sitemap.xml', '/manifest.webmanifest']
  for (const path of [
    ...publicPages.map((page) => page.path),
    `/Shows/${slug}`,
    '/login',
    ...texts,
  ]) {
    const response = await site.fetch(path)
    const page = await response.text()
    expect([path, response.status]).toEqual([path, 200])
    expect(page, path).not.toMatch(/undefined|\bnull\b · |NaN/)
  }
  for (const path of ['/share.jpg', '/screenshots/narrow.jpg', '/icon-512.png', '/shows.rss'])
    expect((await site.fetch(path)).status, path).toBe(200)
})

it.each<[string, unknown, string[]]>([
  ['no name', { name: ' ' }, ['name']],
  ['a long name', { name: 'x'.repeat(61) }, ['name']],
  ['no colours', { colours: '' }, ['colours']],
  [
    'a colour in words',
    { colours: { ...first.colours, hot: { day: 'red', night: '#123456' } } },
    ['colours.hot.day'],
  ],
  ['thirteen members', { members: Array.from({ length: 13 }, () => ({})) }, ['members']],
  ['a long role', { members: [{ role: 'Bass' }, { role: 'x'.repeat(201) }] }, ['members.1.role']],
  ['an unknown time zone', { timeZone: 'Mars/Olympus' }, ['timeZone']],
  ['an invalid language', { locale: 'not a language' }, ['locale']],
  ['a country in words', { country: 'Canada' }, ['country']],
  ['an informal code of a country', { country: 'UK' }, ['country']],
  ['a union of countries', { country: 'EU' }, ['country']],
  [
    'a picture of another site',
    { cover: { src: '//x.example/a.jpg', width: 1, height: 1 } },
    ['cover'],
  ],
  ['an address without https', { network: { label: 'x', url: 'x.example' } }, ['network.url']],
  ['an invalid email', { booking: { email: 'x' } }, ['booking.email']],
  ['a long paragraph', { welcome: ['a', 'b'.repeat(2001)] }, ['welcome.1']],
  ['a value that is not a list', { videos: 'x' }, ['videos']],
  [
    'a playlist',
    { videos: [{ title: 'x', provider: 'youtube', source: 'youtube.com/playlist?list=PL123' }] },
    ['videos.0.source'],
  ],
  ['an offset as time zone', { timeZone: '+05:30' }, ['timeZone']],
  ['a list as body', [], ['']],
  [
    'a video elsewhere',
    { videos: [{ title: 'x', provider: 'x', source: 'y' }] },
    ['videos.0.provider'],
  ],
])('%s is refused with its field, and nothing changes', async (_, body, fields) => {
  const response = await put(body)
  expect(response.status).toBe(422)
  const { errors } = (await response.json()) as { errors: { field: string }[] }
  expect(errors.map(({ field }) => field)).toEqual(fields)
  expect(await stored()).toMatchObject({ version: 1, site: { name: first.name } })
})

it('a change that is based on another version is refused with the current words', async () => {
  await put({ tagline: 'One' }, { 'if-match': '"v1"' })
  const response = await put({ tagline: 'Two' }, { 'if-match': '"v1"' })
  expect(response.status).toBe(412)
  const { current } = (await response.json()) as { current: Site & { version: number } }
  expect(current).toMatchObject({ tagline: 'One', version: 2 })
  expect((await put({ tagline: 'Two' }, { 'if-match': '"v2"' })).status).toBe(200)
})

it('twenty changes at once of different fields are all kept', async () => {
  const names = ['tagline', 'genre', 'town', 'region'] as const
  const changes = Array.from({ length: 20 }, (_, index) =>
    put({ [names[index % names.length] ?? '']: `Value ${index}` }),
  )
  for (const response of await Promise.all(changes)) expect(response.status).toBe(200)
  const { site: words, version } = await stored()
  expect(version).toBe(21)
  for (const name of names) expect(words[name]).toMatch(/^Value /)
})

it('a change that changes nothing is none', async () => {
  await put({ tagline: 'One' })
  const { version } = await stored()
  for (const body of [{}, { tagline: 'One' }, { tagline: ' One ' }])
    expect(await answer(put(body))).toMatchObject({ version })
  expect(await answer(undo())).toMatchObject({ site: { tagline: first.tagline } })
})

it('a change that somebody else made since is not taken back', async () => {
  await put({ tagline: 'Mine' })
  await put({ tagline: 'Theirs' })
  const headers = { ...admin, 'if-match': '"v2"' }
  const response = await site.fetch('/api/admin/site/undo', { method: 'POST', headers })
  expect(response.status).toBe(412)
  expect((await stored()).site.tagline).toBe('Theirs')
})

it('the last five changes can be taken back, one after the other', async () => {
  for (let number = 1; number <= 7; number += 1) await put({ tagline: `Number ${number}` })
  for (let number = 6; number >= 2; number -= 1)
    expect(await answer(undo())).toMatchObject({
      site: { tagline: `Number ${number}` },
      earlier: Array.from({ length: number - 2 }, (_, at) => ({ tagline: `Number ${at + 2}` })),
    })
  const response = await undo()
  expect(response.status).toBe(409)
  expect((await stored()).site.tagline).toBe('Number 2')
})

it('links of videos are stored as the id at their provider', async () => {
  const video = (source: string, provider = 'youtube') => ({ title: 'x', provider, source })
  const { site: words } = await answer(
    put({
      videos: [
        video('https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3s'),
        video('https://youtu.be/dQw4w9WgXcQ?si=abc'),
        video('https://vimeo.com/channels/staffpicks/76979871'),
        video('76979871', 'vimeo'),
      ],
    }),
  )
  expect(words.videos).toMatchObject([
    { provider: 'youtube', source: 'dQw4w9WgXcQ' },
    { provider: 'youtube', source: 'dQw4w9WgXcQ' },
    { provider: 'vimeo', source: '76979871' },
    { provider: 'vimeo', source: '76979871' },
  ])
  const policy = (await site.fetch('/Videos')).headers.get('content-security-policy')
  expect(policy).toContain('frame-src https://www.youtube-nocookie.com https://player.vimeo.com')
})

it('a picture or a file that was removed meanwhile is refused with its field', async () => {
  const photo = { src: `/pictures/${'a'.repeat(32)}.jpg`, width: 9, height: 9 }
  const rider = { label: 'Rider', src: `/files/${'a'.repeat(24)}/rider.pdf` }
  const response = await put({ members: [{ name: 'Al' }, { name: 'Bo', photo }], files: [rider] })
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({
    errors: [
      { field: 'members.1.photo', message: 'Please choose it again: the site has removed it.' },
      { field: 'files.0.src' },
    ],
  })
  expect((await stored()).version).toBe(1)
})

it('an uploaded cover is on the first page, in its sizes and in the preview of links', async () => {
  const sky = { create: { width: 1000, height: 50, channels: 3, background: '#c2361a' } } as const
  const photo = sharp({
    create: { width: 1000, height: 600, channels: 3, background: '#2c7f7a' },
  }).composite([{ input: sky, top: 0, left: 0 }])
  const body = new FormData()
  body.set('picture', new Blob([new Uint8Array(await photo.jpeg().toBuffer())]), 'van.JPG')
  const uploaded = await site.fetch('/api/pictures', { method: 'POST', headers: admin, body })
  const { picture } = (await uploaded.json()) as { picture: { src: string } }
  const before = (await site.fetch('/share.jpg')).headers.get('etag')
  await put({ cover: { ...picture, alt: 'Our van', focus: { x: 20, y: 80 } } })
  const page = await text('/')
  expect(page).toContain(`src="${picture.src}"`)
  expect(page).toContain('object-position:20% 80%')
  const size = picture.src.replace('.jpg', '-800.avif')
  expect(page).toContain(`${size} 800w`)
  // Until the size is encoded, the picture itself is sent.
  const type = async () => (await site.fetch(size)).headers.get('content-type')
  expect(['image/jpeg', 'image/avif']).toContain(await type())
  await expect.poll(type, { timeout: 20_000 }).toBe('image/avif')
  const encoded = Buffer.from(await (await site.fetch(size)).arrayBuffer())
  expect(await sharp(encoded).metadata()).toMatchObject({ width: 800, height: 480 })
  for (const other of ['-1280.avif', '-500.avif', '-800.webp'])
    expect((await site.fetch(picture.src.replace('.jpg', other))).status, other).toBe(404)
  const share = await site.fetch('/share.jpg')
  expect(share.headers.get('etag')).not.toBe(before)
  const shared = sharp(Buffer.from(await share.arrayBuffer()))
  expect(await shared.metadata()).toMatchObject({ width: 1200, height: 630 })
  // The preview of links is cropped around the focus; away from it the sky is cut off.
  const redOfTop = async (picture: typeof photo) => {
    const top = picture.extract({ left: 0, top: 0, width: 1200, height: 10 })
    return (await sharp(await top.toBuffer()).stats()).channels[0]?.mean
  }
  expect(await redOfTop(shared)).toBeLessThan(100)
  await put({ cover: { ...picture, focus: { x: 20, y: 0 } } })
  const moved = Buffer.from(await (await site.fetch('/share.jpg')).arrayBuffer())
  expect(await redOfTop(sharp(moved))).toBeGreaterThan(150)
})

it('two processes have the same words and colours within two seconds, and a change of each is kept', async () => {
  const one = await serveSite({ RATE_LIMIT: 'off' })
  const other = await serveSite({ RATE_LIMIT: 'off', MONGODB_URI: one.databaseUri })
  const headers = asAdmin(await one.token())
  const etags = () =>
    Promise.all(
      ['/icon-192.png', '/share.jpg'].map(
        async (path) => (await other.fetch(path)).headers.get('etag') ?? '',
      ),
    )
  const before = await etags()
  const ground = { ...first.colours.ground, day: '#fedcba' }
  const change = { name: 'Louder', tagline: 'Loudest', colours: { ...first.colours, ground } }
  await one.fetch('/api/site', json('PUT', change, headers))
  const wordsAtOther = async () =>
    ((await (await other.fetch('/api/site')).json()) as { site: Site }).site
  await expect.poll(wordsAtOther, { timeout: 2_000, interval: 20 }).toMatchObject(change)
  const page = await (await other.fetch('/')).text()
  for (const part of ['Loudest', '<title>Louder', 'content="#fedcba"']) expect(page).toContain(part)
  for (const path of ['/manifest.webmanifest', '/shows.ics', '/shows.rss', '/llms.txt'])
    expect(await (await other.fetch(path)).text(), path).toContain('Louder')
  for (const etag of await etags()) expect(before).not.toContain(etag)
  const both = [one, other].map((site, index) =>
    site.fetch('/api/site', json('PUT', index ? { genre: 'Blues' } : { town: 'Paris' }, headers)),
  )
  for (const response of await Promise.all(both)) expect(response.status).toBe(200)
  const storedAtOne = async () => (await one.fetch('/api/admin/site', { headers })).json()
  await expect.poll(storedAtOne, { timeout: 2_000 }).toMatchObject({
    version: 4,
    site: { tagline: 'Loudest', genre: 'Blues', town: 'Paris' },
  })
  await other.stop()
  await one.stop()
})

import { createHash } from 'node:crypto'
import { Validator } from '@seriousme/openapi-schema-validator'
import ICAL from 'ical.js'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSite } from '../../testing/memory-site'
import { asAdmin, json, sendRaw, statusOf } from '../../testing/requests'
import { serveSite } from '../../testing/served-site'
import type { Site } from '../../testing/site-process'
import { site as band } from '../../web/content/site'
import type { Show } from '../contract/shows'
import { drawnPaths } from '../shared/drawn-files'
import { securityTxt } from './site-texts'

/** The parts of an OpenAPI document that the tests read. */
interface Document {
  openapi: string
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string
        responses: Record<
          string,
          {
            links?: Record<string, { operationId: string; parameters: Record<string, string> }>
          }
        >
      }
    >
  >
}

let site: Site
let secureSite: Site
beforeAll(async () => {
  site = await serveSite({ DEMO_CONTENT: 'on', CORS_ORIGINS: 'https://friend.example' })
  secureSite = await serveSite({ PUBLIC_URL: 'https://band.example' })
})
afterAll(async () => {
  await site.stop()
  await secureSite.stop()
})

const call = (path: string, options?: RequestInit) => fetch(site.url + path, options)
const html = async (path: string) => (await call(path)).text()

/** Returns a calendar's events as an independent parser reads them. */
const eventsOf = (calendar: string) =>
  new ICAL.Component(ICAL.parse(calendar))
    .getAllSubcomponents('vevent')
    .map((component) => new ICAL.Event(component))

it.each([
  '/Shows/none.ics',
  '/Shows/%C3%BC',
  '/Shows/a/b',
  '/shows/%ff/card.jpg',
  '/music/%ff/cover.jpg',
  '/$',
  '/$x',
  '/audio/%ff/x.mp3',
])('%s is not found', async (path) => {
  expect((await call(path)).status).toBe(404)
})

describe('pages', () => {
  it.each([
    ['/', 'Loud songs you know by heart.'],
    ['/AboutUs', 'Lead vocals and guitar'],
    ['/Shows', 'Come see Us!'],
    ['/Videos', 'The lights go up'],
    ['/Music', 'Give us a listen!'],
    ['/BookUs', 'Want to book us?'],
    ['/Songs', 'What we play'],
    ['/Press', 'What we bring'],
  ])('%s reads without scripts', async (path, text) => {
    const response = await call(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toMatch(/^text\/html/)
    const page = await response.text()
    expect(page).toContain(text)
    expect(page).toMatch(/<title>[^<]+The Forks[^<]*<\/title>|<title>The Forks[^<]*<\/title>/)
    expect(page).toMatch(/<meta name="description" content="[^"]+"/)
    expect(page).toContain(`<link rel="canonical" href="${site.url}${path}"`)
    expect(page).toContain('<html lang="en-CA"')
  })

  it('do not depend on the query', async () => {
    const find = encodeURIComponent('{"toString":0,"valueOf":0}')
    expect((await call(`/Admin/enquiries?find=${find}`)).status).toBe(200)
    expect(await (await call('/api/health')).json()).not.toMatchObject({ alarms: ['pages'] })
  })

  it('say only what the band has filled in', async () => {
    const own = await serveSite({})
    const quotes = [{ text: 'Loud, and on time.', source: 'The Beacon' }]
    const press = { priceFrom: 'From $1,800', quotes, insurance: '', needs: [] }
    await own.fetch('/api/site', json('PUT', press, asAdmin(await own.token())))
    const page = await (await own.fetch('/Press')).text()
    for (const text of ['From $1,800', 'Loud, and on time.', 'What we bring'])
      expect(page).toContain(text)
    for (const text of ['What we need', 'Insurance']) expect(page).not.toContain(text)
    await own.stop()
  })

  it.each([
    ['/shows', '/Shows'],
    ['/SHOWS?a=b', '/Shows?a=b'],
    ['/Shows/', '/Shows'],
    ['/%53hows', '/Shows'],
    ['//Shows', '/Shows'],
    ['////aboutus///', '/AboutUs'],
    ['/aboutus', '/AboutUs'],
    ['/aBoUtUs', '/AboutUs'],
    ['/bookus', '/BookUs'],
    ['/Login', '/login'],
    ['/admin', '/Admin'],
    ['/admin/Enquiries/', '/Admin/enquiries'],
  ])('%s leads to its canonical spelling %s', async (path, canonical) => {
    // Sent raw, since HTTP clients normalise paths such as `//Shows`.
    const response = await sendRaw(
      site.url,
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    )
    expect(statusOf(response)).toBe(308)
    expect(/^location: (.*)\r$/im.exec(response)?.[1]).toBe(canonical)
    expect((await call(canonical)).status).toBe(200)
  })

  it.each([
    ['/Shows.ics', '/shows.ics'],
    ['/SW.js', '/sw.js'],
    ['/API/shows?a=b', '/api/shows?a=b'],
    ['/Api/Health', '/api/health'],
    ['/Shows/{id}/Calendar.ics', '/shows/{id}/calendar.ics'],
  ])('outside the pages, %s leads to its canonical spelling %s, too', async (...paths) => {
    const { shows } = (await (await call('/api/shows')).json()) as { shows: { _id: string }[] }
    const [path = '', canonical = ''] = paths.map((one) => one.replace('{id}', shows[0]?._id ?? ''))
    const headers = { origin: 'https://band.example' }
    const response = await call(path, { redirect: 'manual', headers })
    expect([response.status, response.headers.get('location')]).toEqual([308, canonical])
    expect(response.headers.get('vary')).toContain('Origin')
    expect((await call(canonical)).status).toBe(200)
  })

  it('are cached only for the site’s host names', async () => {
    const named = await serveSite({ PUBLIC_URL: 'https://band.example' })
    const under = (host: string) =>
      sendRaw(
        named.url,
        `GET /AboutUs HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: br\r\nConnection: close\r\n\r\n`,
      )
    await under('band.example')
    await expect.poll(() => under('band.example')).toMatch(/content-encoding: br/i)
    for (let count = 0; count < 3; count += 1) {
      const foreign = await under('evil.example')
      expect(statusOf(foreign)).toBe(200)
      expect(foreign).not.toMatch(/^content-encoding:/im)
      expect(foreign).toContain('<link rel="canonical" href="https://band.example/AboutUs"')
    }
    await named.stop()
  })

  it('survive control characters in old records: scripts keep their hashes, feeds are well-formed', async () => {
    const own = await serveSite({ DEMO_CONTENT: 'off' })
    await own.pause()
    const venue = 'The\0Old\rHall\u0085\u000b1\uffff'
    await own.db
      .collection('shows')
      .insertOne({ date: '2031-05-06', venue, city: 'Lon\r\ndon', updatedAt: new Date() })
    await own.resume()
    const response = await fetch(`${own.url}/Shows`)
    const policy = response.headers.get('content-security-policy') ?? ''
    const html = await response.text()
    expect(html).toContain('Hall')
    // Normalises the input as a browser does: HTML Standard, 13.2.3.5 and 13.2.5.4.
    const read = html.replaceAll(/\r\n?/g, '\n').replaceAll('\0', '\ufffd')
    const scripts = [
      ...read.matchAll(/<script(?![^>]*(?:src=|ld\+json))[^>]*>([\s\S]*?)<\/script>/g),
    ]
    expect(scripts.length).toBeGreaterThan(1)
    for (const [, script = ''] of scripts)
      expect(policy).toContain(createHash('sha256').update(script).digest('base64'))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test looks for control characters
    const control = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]/
    for (const path of ['/shows.rss', '/shows.ics', '/sitemap.xml'])
      expect(await (await fetch(own.url + path)).text()).not.toMatch(control)
    await own.stop()
  })

  it.each([
    '/nothing',
    '/Shows/of/nobody',
    '/..%2f..%2fetc/passwd',
    '/%00',
    '/wp-login.php',
    '/%E0%A4%A',
  ])('%s is the not-found page', async (path) => {
    const response = await call(path)
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('That string has snapped.')
  })

  it('show the content of the lists, immediately after a change', async () => {
    const token = await site.token()
    const show = { date: '2031-05-06', venue: 'A & B <Hall>', city: 'London' }
    await call('/api/shows', json('POST', show, asAdmin(token)))
    const page = await html('/Shows')
    expect(page).toContain('A &amp; B &lt;Hall&gt;')
    expect(page).toContain('May 6, 2031')
    expect(page).not.toContain('<Hall>')
  })

  it('respond with 304 to a current ETag until their content changes', async () => {
    const etag = (await call('/Shows')).headers.get('etag') ?? ''
    const again = () => call('/Shows', { headers: { 'if-none-match': etag } })
    expect((await again()).status).toBe(304)
    const show = { date: '2031-05-08', venue: 'New', city: 'London' }
    await call('/api/shows', json('POST', show, asAdmin(await site.token())))
    expect((await again()).status).toBe(200)
  })

  it('are compressed, from the first request on', async () => {
    const show = { date: '2031-05-09', venue: 'Packed', city: 'London' }
    await call('/api/shows', json('POST', show, asAdmin(await site.token())))
    const response = await call('/Shows', { headers: { 'accept-encoding': 'gzip, br' } })
    expect(response.headers.get('content-encoding')).toBe('br')
    expect(response.headers.get('vary')).toMatch(/accept-encoding/i)
    expect(await response.text()).toContain('Packed')
  })

  it('keep a text that would end a script inside the text', async () => {
    const token = await site.token()
    const show = { date: '2031-05-07', venue: '</script><script>alert(1)</script>', city: 'x' }
    await call('/api/shows', json('POST', show, asAdmin(token)))
    expect(await html('/Shows')).not.toContain('<script>alert(1)')
  })

  it('hold nothing of the administrator’s', async () => {
    for (const path of ['/login', '/Admin']) expect(await html(path)).not.toContain('Admin Page')
  })
})

describe('files of the web build', () => {
  it('have their content’s hash in their name, may be cached for a year, and are compressed', async () => {
    const [, script = ''] = /&quot;(\/assets\/[^"&]+\.js)&quot;/.exec(await html('/')) ?? []
    // The response is the same for every origin.
    const headers = { 'accept-encoding': 'br', origin: 'https://friend.example' }
    const response = await call(script, { headers })
    expect(response.status).toBe(200)
    expect(response.headers.get('access-control-expose-headers')).toBeNull()
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'br',
      'access-control-allow-origin': '*',
      vary: 'accept-encoding',
    })
    const etag = response.headers.get('etag') ?? ''
    expect((await call(script, { headers: { 'if-none-match': etag } })).status).toBe(304)
  })

  it('are 404 when they are gone, never a page', async () => {
    const response = await call('/assets/gone-12345678.js')
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
  })

  it('can be had in pieces, as players ask for videos', async () => {
    const [, video = ''] =
      /"contentUrl":"[^"]*(\/demo\/[^"]+\.mp4)"/.exec(await html('/Videos')) ?? []
    const response = await call(video, { headers: { range: 'bytes=0-1' } })
    expect(response.status).toBe(206)
    expect((await response.arrayBuffer()).byteLength).toBe(2)
  })
})

it.each(['/', '/Shows', '/login', '/shell.html', '/sw.js', '/manifest.webmanifest', '/icon.svg'])(
  '%s is asked for anew each time, so that a new version shows at once',
  async (path) => {
    const response = await call(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toMatch(/^(public, )?no-cache$/)
  },
)

it('the document that phones keep has no data and no settings in it', async () => {
  const shell = await (await call('/shell.html')).text()
  expect(shell).toContain('<main')
  expect(shell).not.toMatch(/\$_TSR|api-port|Harbour Stage/)
  expect((await call('/_shell')).status).toBe(404)
})

describe('documents for programs', () => {
  it('is the shows as a calendar', async () => {
    const response = await call('/shows.ics')
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    const calendar = await response.text()
    expect(calendar).toMatch(/^BEGIN:VCALENDAR\r\n/)
    expect(calendar.match(/BEGIN:VEVENT/g)?.length).toBeGreaterThanOrEqual(7)
    expect(calendar).toMatch(/DTSTART;VALUE=DATE:\d{8}\r\n/)
    for (const line of calendar.split('\r\n'))
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  })

  it('is one show as a calendar, under the same id as among all', async () => {
    const { shows } = (await (await call('/api/shows')).json()) as { shows: Show[] }
    const [show] = shows
    const one = eventsOf(await (await call(`/shows/${show?._id}/calendar.ics`)).text())
    expect(one).toHaveLength(1)
    const all = eventsOf(await (await call('/shows.ics')).text())
    expect(all).toHaveLength(shows.length)
    expect(all.find(({ uid }) => uid === one[0]?.uid)?.startDate.toString()).toBe(show?.date)
    expect(one[0]?.summary).toBe(`${band.name} at ${show?.venue}`)
    expect(one[0]?.startDate.isDate).toBe(true)
    expect((await call('/shows/000000000000000000000000/calendar.ics')).status).toBe(404)
    expect((await call('/shows/nothing/calendar.ics')).status).toBe(404)
  })

  it('is the coming shows as a feed', async () => {
    const response = await call('/shows.rss')
    expect(response.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
    const feed = await response.text()
    expect(feed.match(/<item>/g)?.length).toBeGreaterThan(2)
    expect(feed).toContain('Harbour Stage, Port Stanley')
    expect(feed).toContain(`<link>${site.url}/Shows</link>`)
  })

  it('is the band in brief, for programs that read for people', async () => {
    const text = await (await call('/llms.txt')).text()
    expect(text).toMatch(new RegExp(`^# ${band.name}\n\n> `))
    for (const [, path = ''] of text.matchAll(/\]\(http:\/\/[^/]+(\/[^)]*)\)/g))
      expect([path, (await call(path)).status]).toEqual([path, 200])
  })

  it.each([
    ['/', ['MusicGroup']],
    ['/AboutUs', ['MusicGroup']],
    ['/Shows', ['MusicEvent']],
    ['/Music', ['MusicRecording']],
    ['/Videos', ['VideoObject']],
    ['/BookUs', []],
    ['/Songs', []],
    ['/Press', ['MusicGroup', 'FAQPage']],
  ])('is %s in the words of schema.org, and with a picture for links', async (path, types) => {
    const page = await html(path)
    const things = [...page.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
      ([, json = '']) => JSON.parse(json) as Record<string, unknown>,
    )
    expect([...new Set(things.map((thing) => thing['@type']))]).toEqual(types)
    for (const thing of things) expect(thing['@context']).toBe('https://schema.org')
    const told = (name: string) => new RegExp(`${name}" content="([^"]+)"`).exec(page)?.[1]
    expect(told('og:url')).toBe(site.url + path)
    expect(page).toContain(`<title>${told('og:title')}</title>`)
    expect(told('twitter:card')).toBe('summary_large_image')
    const picture = await fetch(told('og:image') ?? '')
    expect(picture.headers.get('content-type')).toBe('image/jpeg')
  })

  it('is each coming show with its place and its band', async () => {
    const token = await site.token()
    const show = { date: '2031-06-01', venue: '</script><b>Hall</b>', city: 'London' }
    await call('/api/shows', json('POST', show, asAdmin(token)))
    const page = await html('/Shows')
    const events = [...page.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
      ([, json = '']) => JSON.parse(json) as Record<string, unknown>,
    )
    expect(events.find(({ startDate }) => startDate === show.date)).toMatchObject({
      name: `${band.name} at ${show.venue}`,
      eventStatus: 'https://schema.org/EventScheduled',
      location: { '@type': 'MusicVenue', name: show.venue, address: { addressLocality: 'London' } },
      performer: { '@type': 'MusicGroup', name: band.name },
      organizer: { '@type': 'MusicGroup', name: band.name, url: `${site.url}/` },
      description: expect.stringContaining(show.venue),
      endDate: show.date,
    })
    expect(events[0]).toMatchObject({
      location: { address: { addressRegion: 'Ontario', addressCountry: 'CA' } },
    })
    expect(page).not.toContain('<b>Hall')
  })

  it('is when each video was published', async () => {
    const page = await html('/Videos')
    const videos = [...page.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
      ([, json = '']) => JSON.parse(json) as Record<string, string>,
    )
    expect(videos).toHaveLength(4)
    for (const { uploadDate = '' } of videos)
      expect(new Date(uploadDate).toISOString().slice(0, 10)).toBe(uploadDate.slice(0, 10))
  })

  it('is an icon where browsers look for one by themselves', async () => {
    const icon = await call('/favicon.ico')
    expect(icon.status).toBe(200)
    expect(icon.headers.get('content-type')).toBe('image/png')
  })

  it('is a contact for security only where one is configured', async () => {
    expect((await call('/.well-known/security.txt')).status).toBe(404)
    const now = Date.parse('2026-11-22T10:00:00Z')
    const file = securityTxt('mailto:us@band.example', undefined, 'https://band.example', now)
    expect(file.split('\n')).toEqual([
      'Contact: mailto:us@band.example',
      'Expires: 2027-05-21T00:00:00.000Z',
      'Preferred-Languages: en-CA',
      'Canonical: https://band.example/.well-known/security.txt',
      '',
    ])
  })

  it('includes calendar events that are transparent', async () => {
    const calendar = await (await call('/shows.ics')).text()
    const count = (text: string) => calendar.split(text).length
    expect(count('TRANSP:TRANSPARENT')).toBe(count('BEGIN:VEVENT'))
  })

  it('are the sitemap with the pages, and robots.txt', async () => {
    const sitemap = await (await call('/sitemap.xml')).text()
    expect(sitemap).toContain(`<loc>${site.url}/Shows</loc>`)
    expect(sitemap).toMatch(/Shows<\/loc><lastmod>\d{4}-\d\d-\d\dT/)
    expect(sitemap).not.toMatch(/admin|login/i)
    const robots = await (await call('/robots.txt')).text()
    expect(robots).toContain('Disallow: /Admin')
    expect(robots).toContain(`Sitemap: ${site.url}/sitemap.xml`)
  })

  it('is the app’s manifest, with icons that are there', async () => {
    const response = await call('/manifest.webmanifest')
    expect(response.headers.get('content-type')).toBe('application/manifest+json')
    type Icon = Record<'src' | 'sizes' | 'type' | 'purpose', string>
    const { name, icons, shortcuts } = (await response.json()) as {
      name: string
      icons: Icon[]
      shortcuts: { icons: Icon[] }[]
    }
    expect(name).toBe('The Forks')
    for (const { src, sizes, type } of [...icons, ...shortcuts.flatMap((one) => one.icons)]) {
      const icon = await call(src)
      expect([src, icon.status, icon.headers.get('content-type')]).toEqual([src, 200, type])
      if (type !== 'image/png') continue
      const { width, height } = await sharp(Buffer.from(await icon.arrayBuffer())).metadata()
      expect([src, `${width}x${height}`]).toEqual([src, sizes])
    }
    const purposes = icons.map(({ purpose, sizes }) => `${purpose} ${sizes}`)
    for (const size of ['192x192', '512x512'])
      expect(purposes).toEqual(expect.arrayContaining([`any ${size}`, `maskable ${size}`]))
    expect(purposes).toContain('monochrome 512x512')
  })

  it('is the health of the site', async () => {
    for (const path of ['/api/health', '/api/health/live']) {
      const response = await call(path)
      expect(response.status).toBe(200)
      expect(await response.json()).toEqual({ status: 'ok' })
    }
  })
})

describe('the API', () => {
  it.each(['/api', '/api/', '/api/nothing', '/api/Shows/x/y'])(
    'answers %s as JSON',
    async (path) => {
      const response = await call(path)
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ status: 404, title: 'Not Found' })
    },
  )

  it.each([
    ['PUT', '/Shows', 'GET, HEAD'],
    ['DELETE', '/bookus', 'GET, HEAD, POST'],
    ['GET', '/api/admin/login', 'POST'],
    ['POST', '/shows.ics', 'GET, HEAD'],
    ['POST', '/sw.js', 'GET, HEAD'],
    ['POST', '/', 'GET, HEAD'],
  ])('knows no %s %s', async (method, path, allow) => {
    const response = await call(path, { method })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe(allow)
  })

  it.each([
    ['https://friend.example', 'https://friend.example'],
    ['http://localhost:5000', 'http://localhost:5000'],
    ['https://stranger.example', null],
    ['null', null],
  ])('lets pages of %s call it: %s', async (origin, allowed) => {
    const response = await call('/api/shows', { headers: { origin } })
    expect(response.headers.get('access-control-allow-origin')).toBe(allowed)
    const preflight = await call('/api/shows', {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'authorization',
      },
    })
    expect(preflight.headers.get('access-control-allow-origin')).toBe(allowed)
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull()
  })

  it('sends no Content-Length for HEAD of an archive', async () => {
    const head = await sendRaw(
      site.url,
      'HEAD /press.zip HTTP/1.1\r\nHost: site\r\nConnection: close\r\n\r\n',
    )
    expect(statusOf(head)).toBe(200)
    expect(head).not.toMatch(/content-length/i)
  })

  it.each([
    [{}, null],
    [{ origin: 'http://localhost', 'sec-fetch-site': 'same-origin' }, null],
    [{ origin: 'https://friend.example', 'sec-fetch-site': 'cross-site' }, 'GET'],
    [{ origin: 'https://friend.example' }, 'GET'],
  ])('sends the lists for other origins only to them: %o', async (headers, allowed) => {
    const response = await call('/api/shows', { headers })
    expect(response.headers.get('access-control-allow-methods')).toBe(allowed)
    expect(response.headers.get('vary')).toContain('origin')
  })

  it.each([
    ['chrome-extension://localhost', null],
    ['http://band.example', null],
    ['http://band.example:8080', null],
    ['https://band.example:8443', 'https://band.example:8443'],
    ['https://band.example', 'https://band.example'],
  ])('of a site with https lets pages of %s call it: %s', async (origin, allowed) => {
    const response = await sendRaw(
      secureSite.url,
      `GET /api/shows HTTP/1.1\r\nHost: band.example\r\nOrigin: ${origin}\r\nConnection: close\r\n\r\n`,
    )
    const header = /^access-control-allow-origin: (.*)\r$/im.exec(response)?.[1] ?? null
    expect(header).toBe(allowed)
  })

  it('describes itself validly, with links that lead to the audio', async () => {
    const document = (await (await call('/api/openapi.json')).json()) as Document
    const { valid, errors } = await new Validator().validate(document as never)
    expect(errors ?? []).toEqual([])
    expect(valid).toBe(true)
    const track = document.paths['/api/music/upload']?.['post']?.responses['201']
    expect(JSON.stringify(track)).not.toContain('anyOf')
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
    const ids = operations.map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { operationId } of Object.values(track?.links ?? {}))
      expect(ids).toContain(operationId)

    // Follows a link as a stateful fuzzer does.
    const tracks = (await (await call('/api/music')).json()) as { music: Record<string, string>[] }
    const [first = {}] = tracks.music
    const { parameters } = track?.links?.['audio'] ?? {}
    const value = (name: string) => first[parameters?.[name]?.split('/').at(-1) ?? ''] ?? ''
    const path = `/audio/${encodeURIComponent(value('id'))}/${encodeURIComponent(value('name'))}`
    expect((await call(path)).headers.get('content-type')).toBe('audio/mpeg')
  })

  it('describes every one of its routes, and no other', async () => {
    const document = (await (await call('/api/openapi.json')).json()) as Document
    expect(document.openapi).toBe('3.1.0')
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods)
        // HEAD of a path with GET has no route of its own.
        .filter((method) => method !== 'head' || !('get' in methods))
        .map((method) => `${method.toUpperCase()} ${path}`),
    )
    const own = await openSite({ LOG_LEVEL: 'silent' })
    const served = own.routes.map(({ method, path }) => `${method} ${path}`)
    await own.stop()
    const ofPages = [
      ...['GET /sitemap.xml', 'GET /llms.txt', 'GET /robots.txt', 'GET /favicon.ico'],
      'GET /tonight',
      'GET /press.zip',
      'GET /.well-known/security.txt',
      'GET /manifest.webmanifest',
      'GET /band.webmanifest',
      ...drawnPaths().map((path) => `GET ${path}`),
      'GET /*',
    ]
    expect(served.toSorted()).toEqual([...described, ...ofPages].toSorted())
    expect(new Set(served).size).toBe(served.length)
  })
})

it.each(['/', '/Shows', '/Music', '/BookUs', '/Login', '/Admin', '/Admin/site'])(
  '%s contains each style file that its scripts need not wait for',
  async (path) => {
    const page = await html(path)
    const styles = [...page.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, text]) => text).join()
    const links = [...page.matchAll(/<link rel="stylesheet" href="([^"]+)" (disabled|media)=/g)]
    expect(links.length).toBeGreaterThan(1)
    for (const [, href = ''] of links) expect(styles, href).toContain((await html(href)).trim())
  },
)

import { request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asAdmin, json, mp3, sendRaw, statusOf, trackForm } from '../../testing/requests'
import { serveSite } from '../../testing/served-site'
import type { Site } from '../../testing/site-process'

let site: Site
let admin: Record<string, string>
beforeAll(async () => {
  site = await serveSite({ DEMO_CONTENT: 'off', RATE_LIMIT: 'off' })
  admin = asAdmin(await site.token())
})
afterAll(() => site.stop())
const call = (path: string, options?: RequestInit) => fetch(site.url + path, options)

describe('paths', () => {
  it.each([
    ['/../../../../etc/passwd', 404],
    ['/assets/../../package.json', 404],
    ['/assets/..%2f..%2fpackage.json', 404],
    ['/assets/%2e%2e/%2e%2e/package.json', 404],
    ['/..%5c..%5cpackage.json', 404],
    ['/audio/..%2f..%2f..%2fetc%2fpasswd/song.mp3', 404],
    ['/api/admin/backups/..%2f..%2f.env', 405],
    ['/%00', 404],
    ['/Shows%00.html', 404],
    ['/%', 404],
    ['/%ff%fe', 404],
    ['/api%2fshows', 404],
    ['//evil.example/x', 404],
    ['/.git/config', 404],
    [`/${'a'.repeat(8_000)}`, 404],
  ])('%s leads nowhere', async (path, status) => {
    const answer = await sendRaw(
      site.url,
      `GET ${path} HTTP/1.1\r\nHost: site\r\nConnection: close\r\n\r\n`,
    )
    expect(statusOf(answer)).toBe(status)
    expect(answer).not.toMatch(/root:[^:]*:0:|"dependencies"|\[core\]|node_modules|\/api\/.*\.ts/)
  })

  it.each([
    ['without a host', 'GET / HTTP/1.1\r\n\r\n'],
    ['to the host 1.2.3.999', 'GET / HTTP/1.1\r\nHost: 1.2.3.999\r\n\r\n'],
    ['to the host a b<>', 'GET /sitemap.xml HTTP/1.1\r\nHost: a b<>\r\n\r\n'],
    ['to the host [', 'GET /api/shows HTTP/1.1\r\nHost: [\r\n\r\n'],
    ['to the host x:99999', 'GET /api/nope HTTP/1.1\r\nHost: x:99999\r\n\r\n'],
    ['to two hosts', 'GET / HTTP/1.1\r\nHost: one.example\r\nHost: two.example\r\n\r\n'],
    [
      'to a host of 300 characters',
      `GET /tonight.svg HTTP/1.1\r\nHost: ${'a'.repeat(60)}${'.a'.repeat(120)}\r\n\r\n`,
    ],
    ['of no known form', 'HELLO\r\n\r\n'],
    [
      'with two lengths',
      'POST /bookus HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx',
    ],
    [
      'with a length and in chunks',
      'POST /bookus HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['with a space before a header’s colon', 'GET / HTTP/1.1\r\nHost : a\r\n\r\n'],
    ['with a header of 100 kB', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`],
  ])('a request %s is refused', async (_, text) => {
    const status = statusOf(await sendRaw(site.url, text))
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
  })

  it.each([
    ['/api/health', 200],
    ['/Shows', 200],
    ['//evil.example/x', 404],
  ])('HTTP/1.0 without a host gets %s: %i', async (path, status) => {
    expect(statusOf(await sendRaw(site.url, `GET ${path} HTTP/1.0\r\n\r\n`))).toBe(status)
  })
})

describe('the log', () => {
  it('is bounded: paths are cut, and repeated refusals are sampled', async () => {
    const logged = await serveSite({ LOG_LEVEL: 'info' })
    const path = `/api/admin/logins?${'q'.repeat(10)}`
    for (let count = 0; count < 100; count += 1)
      await fetch(`${logged.url}/api/shows/${'a'.repeat(6_000)}`, { method: 'DELETE' })
    await fetch(logged.url + path)
    const lines = logged
      .output()
      .split('\n')
      .filter((line) => line.includes('a request was refused'))
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.length).toBeLessThanOrEqual(60)
    for (const line of lines) expect(line.length).toBeLessThan(600)
    await logged.stop()
  })

  it('has no server error for an incomplete body', async () => {
    const logged = await serveSite({ LOG_LEVEL: 'info' })
    const { hostname, port } = new URL(logged.url)
    for (let count = 0; count < 5; count += 1)
      await new Promise<void>((resolve) => {
        const socket = connect(Number(port), hostname, () => {
          socket.write(
            `POST /bookus HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{"name":"x"`,
            () => setImmediate(() => socket.destroy()),
          )
        })
        socket.on('close', () => resolve())
        socket.on('error', () => resolve())
      })
    // Once a later request gets its response, the earlier ones have been handled.
    await expect.poll(async () => (await fetch(`${logged.url}/api/health`)).status).toBe(200)
    await logged.pause()
    expect(logged.output()).not.toMatch(/"status":5\d\d|a request failed/)
    await logged.stop()
  })
})

describe('ids', () => {
  const ids = ['%00', '..%2f..', '{"$gt":""}', '[object Object]', '0'.repeat(25), 'Ａ'.repeat(24)]
  it.each(ids.flatMap((id) => ['shows', 'music', 'enquiries'].map((noun) => [noun, id])))(
    '/api/%s/%s is 404',
    async (noun, id) => {
      const path = `/api/${noun}/${id.startsWith('%') || id.startsWith('.') ? id : encodeURIComponent(id)}`
      expect((await call(path, { method: 'DELETE', headers: admin })).status).toBe(404)
    },
  )
})

describe('texts', () => {
  it.each([
    ['of the other direction', 'مرحبا\u202Eevil\u202C'],
    ['of four bytes a character', '🤘🏽𝔘𝔫𝔦𝔠𝔬𝔡𝔢'],
    ['that would be a script', '</script><script>alert(1)</script><img src=x onerror=alert(1)>'],
    ['that would be a query', '{"$ne": null}'],
    ['that would be a template', '{{7*7}}<%= 7*7 %>'],
    ['that would be a formula', '=HYPERLINK("https://evil.example")'],
  ])('%s are stored as they are, and are only text on the page', async (_, venue) => {
    const show = { date: '2031-01-01', venue, city: 'London' }
    const added = await call('/api/shows', json('POST', show, admin))
    expect(added.status).toBe(201)
    const { show: stored } = (await added.json()) as { show: { _id: string; venue: string } }
    expect(stored.venue).toBe(venue)
    const page = await (await call('/Shows')).text()
    expect(page).not.toContain('<script>alert(1)')
    expect(page).not.toContain('<img src=x')
    const calendar = await (await call('/shows.ics')).text()
    expect(calendar.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
    await call(`/api/shows/${stored._id}`, { method: 'DELETE', headers: admin })
  })

  it.each([
    ['an object', { $ne: null }],
    ['a list', ['x']],
    ['a number', 7],
    ['nothing', null],
    ['blanks', ' \u00a0\u3000'],
    ['201 characters', 'é'.repeat(201)],
  ])('%s is no venue', async (_, venue) => {
    const answer = await call(
      '/api/shows',
      json('POST', { date: '2031-01-01', venue, city: 'x' }, admin),
    )
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ errors: [{ field: 'venue' }] })
  })

  it('that would poison objects change none', async () => {
    const body =
      '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"x":1}},"username":"a","password":"b"}'
    expect((await call('/api/admin/login', json('POST', body))).status).toBe(401)
    expect((await call('/api/shows')).status).toBe(200)
  })

  it('nested a thousand deep are refused', async () => {
    const body = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
    expect((await call('/bookus', json('POST', body))).status).toBe(422)
  })
})

describe('forms', () => {
  const upload = (body: string, type = 'multipart/form-data; boundary=x') =>
    call('/api/music/upload', {
      method: 'POST',
      headers: { ...admin, 'content-type': type },
      body: Buffer.from(body, 'latin1'),
    })
  const field = (name: string) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nv\r\n`
  const fields = ['name', 'artist', 'location'].map(field).join('')
  const file = (disposition: string, bytes: string) =>
    `--x\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: audio/mpeg\r\n\r\n${bytes}\r\n--x--\r\n`

  it.each([
    [
      'nested in each other',
      `--x\r\nContent-Disposition: form-data; name="files"\r\nContent-Type: multipart/mixed; boundary=y\r\n\r\n--y\r\nContent-Disposition: file; filename="a.mp3"\r\n\r\nx\r\n--y--\r\n--x--\r\n`,
      422,
    ],
    [
      'cut in the middle of the file',
      `${fields}${file('name="mp3File"; filename="a.mp3"', 'ID3').slice(0, -12)}`,
      400,
    ],
    [
      'with a part without a name',
      `--x\r\nContent-Disposition: form-data\r\n\r\nv\r\n--x--\r\n`,
      422,
    ],
    ['with a part without a head', `--x\r\n\r\nv\r\n--x--\r\n`, 422],
    ['of nothing but an end', `--x--\r\n`, 422],
    ['of a field that would be a prototype', `${field('__proto__')}--x--\r\n`, 422],
    ['with a field of 70 kB', `${fields.replace('v', 'v'.repeat(70_000))}--x--\r\n`, 422],
  ])('%s are refused', async (_, body, status) => {
    const answer = await upload(body)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
  })

  it.each([
    ['../../etc/passwd', '/passwd'],
    ['C:\\songs\\hit.mp3', '/hit.mp3'],
    ['a\0b.mp3', '/ab.mp3'],
    ['><script>.mp3', '/%3E%3Cscript%3E.mp3'],
  ])('keep a file called %j under a name that harms nobody', async (name, ending) => {
    const form = trackForm({ name: 'a', artist: 'b', location: 'c' }, mp3(), name)
    const answer = await call('/api/music/upload', { method: 'POST', headers: admin, body: form })
    expect(answer.status).toBe(201)
    const { music } = (await answer.json()) as { music: { _id: string; mp3FilePath: string } }
    expect(music.mp3FilePath).toMatch(/^\/audio\/[0-9a-f]{24}\/[^/]+$/)
    expect(music.mp3FilePath.endsWith(ending)).toBe(true)
    const played = await call(music.mp3FilePath)
    expect(played.headers.get('content-type')).toBe('audio/mpeg')
    expect(played.headers.get('content-disposition')).toMatch(
      /^inline; filename="[^"\r\n]*"; filename\*=UTF-8''[\w%.!~-]+$/,
    )
    await call(`/api/music/${music._id}`, { method: 'DELETE', headers: admin })
  })
})

describe('a track that goes while somebody listens', () => {
  const large = Buffer.concat(Array.from({ length: 14 }, mp3))

  /** Downloads slowly, so that much of the file is still unsent when `meanwhile` is done. */
  function listen(path: string, meanwhile: () => Promise<void>) {
    return new Promise<{ bytes: Buffer; announced: number; isCut: boolean }>((resolve, reject) => {
      const asking = request(site.url + path, (answer) => {
        const pieces: Buffer[] = []
        const announced = Number(answer.headers['content-length'])
        const end = (isCut: boolean) => resolve({ bytes: Buffer.concat(pieces), announced, isCut })
        answer.once('data', (piece: Buffer) => {
          pieces.push(piece)
          answer.pause()
          meanwhile().then(() => {
            answer.on('data', (more: Buffer) => pieces.push(more))
            answer.resume()
          }, reject)
        })
        answer.on('end', () => end(false))
        answer.on('error', () => end(true))
      })
      asking.on('error', reject)
      asking.end()
    })
  }

  async function add() {
    const form = trackForm({ name: 'a', artist: 'b', location: 'c' }, large)
    const answer = await call('/api/music/upload', { method: 'POST', headers: admin, body: form })
    return ((await answer.json()) as { music: { _id: string; mp3FilePath: string } }).music
  }

  it.each(['deleted', 'replaced'])('is whole, or visibly cut, when it is %s', async (how) => {
    const { _id, mp3FilePath } = await add()
    await (await call(mp3FilePath)).arrayBuffer()
    const heard = await listen(mp3FilePath, async () => {
      const answer =
        how === 'deleted'
          ? await call(`/api/music/${_id}`, { method: 'DELETE', headers: admin })
          : await call(`/api/music/${_id}`, {
              method: 'PUT',
              headers: admin,
              body: trackForm({ name: 'a', artist: 'b', location: 'c' }, mp3()),
            })
      expect(answer.ok).toBe(true)
    })
    expect(heard.announced).toBe(large.length)
    if (!heard.isCut) expect(heard.bytes.equals(large)).toBe(true)
    expect(large.subarray(0, heard.bytes.length).equals(heard.bytes)).toBe(true)
    expect((await call(mp3FilePath)).status).toBe(404)
  })
})

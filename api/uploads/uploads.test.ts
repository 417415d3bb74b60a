import { Binary, type Db, ObjectId } from 'mongodb'
import { Upload } from 'tus-js-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asAdmin, mp3 } from '../../testing/requests'
import { serveSite } from '../../testing/served-site'
import type { Site } from '../../testing/site-process'
import { withTags } from '../../testing/tags'

interface Track {
  _id: string
  name: string
  artist: string
  location: string
  mp3FilePath: string
  number?: number
  year?: number
}

let site: Site
let admin: Record<string, string>
let db: Db
beforeAll(async () => {
  site = await serveSite({ MAX_UPLOAD_MB: '2', RATE_LIMIT: 'off' })
  admin = { ...asAdmin(await site.token()), 'tus-resumable': '1.0.0' }
  db = site.db
})
afterAll(async () => {
  await site.stop()
})

const metadataOf = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, text]) => `${name} ${Buffer.from(text).toString('base64')}`)
    .join(',')

const create = (size: number, fields: Record<string, string>, headers: object = admin) =>
  fetch(`${site.url}/api/uploads`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': `${size}`, 'upload-metadata': metadataOf(fields) },
  })

async function begin(size: number, fields: Record<string, string>): Promise<string> {
  const response = await create(size, fields)
  expect(response.status).toBe(201)
  return new URL(response.headers.get('location') ?? '', site.url).href
}

const send = (url: string, offset: number, part: Uint8Array, more: Record<string, string> = {}) =>
  fetch(url, {
    method: 'PATCH',
    headers: {
      ...admin,
      'upload-offset': `${offset}`,
      'content-type': 'application/offset+octet-stream',
      ...more,
    },
    body: new Uint8Array(part),
  })

const offsetOf = async (url: string) =>
  Number((await fetch(url, { method: 'HEAD', headers: admin })).headers.get('upload-offset'))

const tracks = async () =>
  ((await (await fetch(`${site.url}/api/music`)).json()) as { music: Track[] }).music

/** The number of records in each collection of uploads. */
async function counts() {
  const [files, chunks, uploads] = await Promise.all(
    ['fs.files', 'fs.chunks', 'unfinishedUploads'].map((name) =>
      db.collection(name).countDocuments(),
    ),
  )
  return { files, chunks, uploads }
}

it('describes the protocol to everyone', async () => {
  const response = await fetch(`${site.url}/api/uploads`, { method: 'OPTIONS' })
  expect(response.status).toBe(204)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'tus-resumable': '1.0.0',
    'tus-version': '1.0.0',
    'tus-extension': 'creation,termination,expiration',
    'tus-max-size': `${2 * 1024 * 1024}`,
  })
})

it('is not confused by a chain of proxies', async () => {
  const headers = { ...admin, 'x-forwarded-proto': 'https, http' }
  expect((await create(10, { filename: 'k.mp3' }, headers)).status).toBe(201)
})

it('allows uploads from another port of the site', async () => {
  const origin = site.url.replace(/:\d+$/, ':4000')
  const response = await fetch(`${site.url}/api/uploads`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'PATCH' },
  })
  expect(response.headers.get('access-control-allow-origin')).toBe(origin)
  expect(response.headers.get('access-control-allow-methods')).toBe('PATCH')
  expect(response.headers.get('access-control-allow-headers')).toMatch(/upload-offset/)
  expect(response.headers.get('access-control-expose-headers')).toMatch(/upload-offset/)
})

it('takes the method from X-HTTP-Method-Override, for clients behind proxies that pass only GET and POST', async () => {
  const url = await begin(10, { filename: 'a.mp3' })
  const asPost = (method: string, headers: Record<string, string> = {}, body = '') =>
    fetch(url, {
      method: 'POST',
      headers: { ...admin, 'x-http-method-override': method, ...headers },
      ...(body && { body }),
    })
  const part = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
  expect((await asPost('PATCH', part, 'abc')).status).toBe(204)
  expect((await asPost('head')).headers.get('upload-offset')).toBe('3')
  expect((await asPost('PUT')).status).toBe(405)
  expect((await asPost('DELETE')).status).toBe(204)
  expect((await fetch(url, { method: 'HEAD', headers: admin })).status).toBe(404)
})

it('responds with Tus-Resumable to a client without a token, too', async () => {
  const response = await create(10, { filename: 'a.mp3' }, { 'tus-resumable': '1.0.0' })
  expect([response.status, response.headers.get('tus-resumable')]).toEqual([401, '1.0.0'])
})

it('makes a track of an upload in parts of any length', async () => {
  const file = mp3()
  const fields = { filename: 'a.mp3', name: 'Parts', artist: 'The Forks', location: 'Here' }
  const url = await begin(file.length, { ...fields, number: '4', year: '1975' })
  let offset = 0
  for (const length of [1, 261_119, 261_120, 100_000, 200_001]) {
    const response = await send(url, offset, file.subarray(offset, offset + length))
    expect(response.status).toBe(204)
    offset += length
    expect(response.headers.get('upload-offset')).toBe(`${offset}`)
    expect(response.headers.get('tus-resumable')).toBe('1.0.0')
    expect(Date.parse(response.headers.get('upload-expires') ?? '')).toBeGreaterThan(Date.now())
  }
  expect(await offsetOf(url)).toBe(offset)
  const last = await send(url, offset, file.subarray(offset))
  expect(last.status).toBe(204)
  const track = (await tracks()).find(({ name }) => name === 'Parts')
  expect(track).toMatchObject({
    ...{ artist: 'The Forks', location: 'Here' },
    number: 4,
    year: 1975,
  })
  expect(last.headers.get('content-location')).toBe(track?.mp3FilePath)
  const served = await fetch(site.url + track?.mp3FilePath)
  expect(Buffer.from(await served.arrayBuffer()).equals(file)).toBe(true)
  // A client that has not received the last response asks by HEAD.
  const headResponse = await fetch(url, { method: 'HEAD', headers: admin })
  expect(headResponse.status).toBe(200)
  expect(headResponse.headers.get('upload-offset')).toBe(`${file.length}`)
  expect(headResponse.headers.get('content-location')).toBe(track?.mp3FilePath)
  expect(await offsetOf(`${url}?of=me`)).toBe(file.length)
})

it('keeps what has arrived when a part breaks off, and adds the track of the rest once', async () => {
  const file = mp3()
  const url = await begin(file.length, { filename: 'b.mp3', name: 'Broken off' })
  const aborted = new AbortController()
  const part = new ReadableStream({
    start: (controller) => controller.enqueue(file.subarray(0, 400_000)),
  })
  const sending = fetch(url, {
    method: 'PATCH',
    headers: { ...admin, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: part,
    signal: aborted.signal,
    duplex: 'half',
  } as RequestInit)
  const files_id = new ObjectId(new URL(url).pathname.split('/').at(-1))
  await expect
    .poll(() => db.collection('fs.chunks').countDocuments({ files_id }))
    .toBeGreaterThan(0)
  aborted.abort()
  await expect(sending).rejects.toThrow()
  await expect.poll(() => offsetOf(url)).toBe(400_000)
  const [first, second] = await Promise.all([
    send(url, 400_000, file.subarray(400_000)),
    send(url, 400_000, file.subarray(400_000)),
  ])
  expect([first.status, second.status]).toContain(204)
  await expect.poll(() => offsetOf(url)).toBe(file.length)
  expect((await tracks()).filter(({ name }) => name === 'Broken off')).toHaveLength(1)
})

it('refuses a part at another offset or of another length, and keeps the upload', async () => {
  const file = mp3()
  const url = await begin(file.length, { filename: 'c.mp3' })
  await send(url, 0, file.subarray(0, 1000))
  for (const [offset, part] of [
    [0, file.subarray(0, 10)],
    [2000, file.subarray(2000, 2010)],
    [1000, Buffer.concat([file.subarray(1000), Buffer.alloc(1)])],
  ] as const) {
    const response = await send(url, offset, part)
    expect(response.status).toBe(409)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
  }
  expect(await offsetOf(url)).toBe(1000)
  expect((await fetch(url, { method: 'DELETE', headers: admin })).status).toBe(204)
  const gone = await fetch(url, { method: 'HEAD', headers: admin })
  expect([gone.status, gone.headers.get('tus-resumable')]).toEqual([404, '1.0.0'])
})

it('refuses a file that is no mp3 on the last part, and leaves nothing', async () => {
  const before = await counts()
  const url = await begin(1000, { filename: 'd.mp3' })
  expect((await send(url, 0, Buffer.alloc(500, 'x'))).status).toBe(204)
  const response = await send(url, 500, Buffer.alloc(500, 'x'))
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({ status: 422, detail: /not an mp3/ })
  expect(await counts()).toEqual(before)
  expect((await fetch(url, { method: 'HEAD', headers: admin })).status).toBe(404)
})

it.each([
  [401, 10, { filename: 'e.mp3' }, { 'tus-resumable': '1.0.0' }],
  [412, 10, { filename: 'e.mp3' }, { 'tus-resumable': '' }],
  [412, 10, { filename: 'e.mp3' }, { 'tus-resumable': '0.2.2' }],
  [400, 1e21, { filename: 'e.mp3' }, {}],
  [413, 3 * 1024 * 1024, { filename: 'e.mp3' }, {}],
  [422, 10, { filename: 'e.mp3', number: 'four' }, {}],
  [422, 10, { filename: 'e.mp3', purpose: 'virus' }, {}],
])('refuses with %i an upload of %i bytes with %j', async (status, size, fields, headers) => {
  const before = await counts()
  const response = await create(size, fields, status === 401 ? headers : { ...admin, ...headers })
  expect(response.status).toBe(status)
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  if (status !== 401) expect(response.headers.get('tus-resumable')).toBe('1.0.0')
  expect(await counts()).toEqual(before)
})

it('takes what is missing from the tags, then from the file’s name', async () => {
  const file = withTags({ TIT2: 'Tagged', TALB: 'Live', TRCK: '7/12' }, mp3())
  const url = await begin(file.length, {
    filename: '03 - The Forks - Named.mp3',
    location: 'The barn',
    year: '',
  })
  expect((await send(url, 0, file)).status).toBe(204)
  const track = (await tracks()).find(({ name }) => name === 'Tagged')
  expect(track).toMatchObject({
    artist: 'The Forks',
    location: 'The barn',
    album: 'Live',
    number: 7,
  })
})

it('responds with 410 to a part whose earlier chunks are missing, and removes the upload', async () => {
  const url = await begin(10, { filename: 'a.mp3' })
  expect((await send(url, 0, mp3().subarray(0, 5))).status).toBe(204)
  // As a restore does.
  await db.collection('fs.chunks').deleteMany({})
  expect((await send(url, 5, mp3().subarray(5, 10))).status).toBe(410)
  expect((await fetch(url, { method: 'HEAD', headers: admin })).status).toBe(404)
})

it('finds an upload at a percent-encoded address', async () => {
  const url = await begin(10, { filename: 'a.mp3' })
  const spelled = url.replace(/.$/, (last) => `%${last.charCodeAt(0).toString(16)}`)
  expect((await fetch(spelled, { method: 'HEAD', headers: admin })).status).toBe(200)
})

it('finishes an upload whose process was killed after the last byte had arrived', async () => {
  const file = mp3().subarray(0, 100_000)
  const url = await begin(file.length, { filename: 'f.mp3', name: 'Killed' })
  await send(url, 0, file.subarray(0, -1))
  const [uploads, chunks] = [db.collection('unfinishedUploads'), db.collection('fs.chunks')]
  const upload = await uploads.findOne({ offset: file.length - 1 })
  if (!upload) throw new Error('There is no upload.')
  await chunks.updateOne({ files_id: upload._id }, { $set: { data: new Binary(file) } })
  await uploads.updateOne({ _id: upload._id }, { $set: { offset: file.length } })
  expect((await tracks()).map(({ name }) => name)).not.toContain('Killed')
  expect(await offsetOf(url)).toBe(file.length)
  expect((await tracks()).map(({ name }) => name)).toContain('Killed')
})

it('stays finished when its last part is repeated after its track was deleted', async () => {
  const file = mp3().subarray(0, 100_000)
  const url = await begin(file.length, { filename: 'j.mp3', name: 'Deleted' })
  await send(url, 0, file)
  const track = (await tracks()).find(({ name }) => name === 'Deleted')
  const path = `${site.url}/api/music/${track?._id}`
  expect((await fetch(path, { method: 'DELETE', headers: admin })).status).toBe(204)
  expect((await send(url, file.length, new Uint8Array())).status).toBe(204)
  expect((await tracks()).map(({ name }) => name)).not.toContain('Deleted')
  const restored = await fetch(`${site.url}/api/admin/bin/${track?._id}/restore`, {
    method: 'POST',
    headers: admin,
  })
  expect(restored.status).toBe(200)
})

it('takes each part at any of several processes', async () => {
  const second = await serveSite({ MONGODB_URI: site.databaseUri, RATE_LIMIT: 'off' })
  try {
    const file = mp3()
    const path = new URL(await begin(file.length, { filename: 'h.mp3', name: 'Shared' })).pathname
    for (let offset = 0, part = 0; offset < file.length; offset += 90_000, part += 1) {
      const { url } = [site, second][part % 2] ?? site
      const sent = await send(url + path, offset, file.subarray(offset, offset + 90_000))
      expect(sent.status).toBe(204)
    }
    const shared = async () => (await tracks()).find(({ name }) => name === 'Shared')
    await expect.poll(shared).toBeDefined()
    const track = await shared()
    const served = await fetch(site.url + track?.mp3FilePath)
    expect(Buffer.from(await served.arrayBuffer()).equals(file)).toBe(true)
  } finally {
    await second.stop()
  }
})

it('accepts an upload by tus-js-client', async () => {
  await new Promise((resolve, reject) =>
    new Upload(mp3(), {
      endpoint: `${site.url}/api/uploads`,
      chunkSize: 100_000,
      headers: { authorization: admin['authorization'] ?? '' },
      metadata: { filename: 'foreign.mp3', name: 'Foreign' },
      onSuccess: resolve,
      onError: reject,
    }).start(),
  )
  expect((await tracks()).filter(({ name }) => name === 'Foreign')).toHaveLength(1)
})

it.each([
  [
    'a part of another media type',
    'PATCH',
    { 'upload-offset': '0', 'content-type': 'text/plain' },
    415,
  ],
  [
    'a part without its offset',
    'PATCH',
    { 'content-type': 'application/offset+octet-stream' },
    400,
  ],
  ['an upload without its length', 'POST', { 'upload-defer-length': '1' }, 400],
])('refuses %s', async (_, method, headers, status) => {
  const url = method === 'POST' ? `${site.url}/api/uploads` : await begin(3, { filename: 'a.mp3' })
  const response = await fetch(url, { method, headers: { ...admin, ...headers }, body: 'abc' })
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ status })
})

it('removes the parts of an upload that has expired', async () => {
  const own = await serveSite()
  try {
    const headers = { ...asAdmin(await own.token()), 'tus-resumable': '1.0.0' }
    const created = await fetch(`${own.url}/api/uploads`, {
      method: 'POST',
      headers: { ...headers, 'upload-length': '1000' },
    })
    const upload = own.url + created.headers.get('location')
    await fetch(upload, {
      method: 'PATCH',
      headers: {
        ...headers,
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      body: new Uint8Array(500),
    })
    const uploads = own.db.collection('unfinishedUploads')
    await uploads.updateMany({}, { $set: { createdAt: new Date(Date.now() - 25 * 3_600_000) } })
    expect((await fetch(upload, { method: 'HEAD', headers })).status).toBe(410)
    // MongoDB removes expired records within a minute; the next start sweeps their chunks.
    await uploads.deleteMany({})
    await own.pause()
    await own.resume()
    await expect.poll(() => own.db.collection('fs.chunks').countDocuments()).toBe(0)
  } finally {
    await own.stop()
  }
})

describe('a file for the pages', () => {
  const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(600_000, 'x')])
  async function upload(content: Uint8Array, filename: string) {
    const url = await begin(content.length, { filename, purpose: 'file' })
    return send(url, 0, content)
  }

  it('is served at an address that never changes, with ranges', async () => {
    const uploaded = await upload(pdf, 'Stage plot.pdf')
    expect(uploaded.status).toBe(204)
    const src = uploaded.headers.get('content-location') ?? ''
    expect(src).toMatch(/^\/files\/[0-9a-f]{24}\/Stage%20plot\.pdf$/)
    const response = await fetch(site.url + src)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(response.headers.get('cache-control')).toMatch(/immutable/)
    expect(Buffer.from(await response.arrayBuffer()).equals(pdf)).toBe(true)
    const part = await fetch(site.url + src, { headers: { range: 'bytes=300000-300009' } })
    expect(part.status).toBe(206)
    expect(Buffer.from(await part.arrayBuffer()).equals(pdf.subarray(300_000, 300_010))).toBe(true)
    const saved = await fetch(`${site.url}/api/site`, {
      method: 'PUT',
      headers: { ...admin, 'content-type': 'application/json' },
      body: JSON.stringify({ files: [{ label: 'Stage plot', src, size: pdf.length }] }),
    })
    expect(saved.status).toBe(200)
  })

  it('is served from any byte to its end, and is in the zip of everything', async () => {
    const video = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom'), Buffer.alloc(6_000_000, 'v')])
    const src = (await upload(video, 'Promo.mp4')).headers.get('content-location') ?? ''
    const rest = await fetch(site.url + src, { headers: { range: 'bytes=1000000-' } })
    expect(rest.status).toBe(206)
    expect((await rest.arrayBuffer()).byteLength).toBe(video.length - 1_000_000)
    expect((await (await fetch(site.url + src)).arrayBuffer()).byteLength).toBe(video.length)
    await fetch(`${site.url}/api/site`, {
      method: 'PUT',
      headers: { ...admin, 'content-type': 'application/json' },
      body: JSON.stringify({ files: [{ label: 'Promo', src }] }),
    })
    const zip = await fetch(`${site.url}/api/admin/export/everything.zip`, { headers: admin })
    expect(Buffer.from(await zip.arrayBuffer()).includes('files/Promo.mp4')).toBe(true)
  })

  it.each([
    '<html><script>alert(1)</script>',
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '....ftypheic',
  ])('is refused if a browser could run it or can’t show it: %s', async (text) => {
    const response = await upload(Buffer.from(text), 'page.pdf')
    expect(response.status).toBe(422)
  })

  it('does not serve the mp3 of a draft', async () => {
    const file = mp3()
    await send(await begin(file.length, { filename: 'i.mp3', name: 'D', isDraft: 'true' }), 0, file)
    const draft = await db.collection('music').findOne({ name: 'D' })
    expect(draft).toMatchObject({ isDraft: true })
    expect((await fetch(`${site.url}/files/${draft?.['fileId']}/i.mp3`)).status).toBe(404)
  })
})

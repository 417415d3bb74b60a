import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, readdir, rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { type Db, ObjectId } from 'mongodb'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { asAdmin, mp3, sendRaw, statusOf, trackForm } from '../../testing/requests'
import { serveSite } from '../../testing/served-site'
import { type Site, spawnSite, untilReady } from '../../testing/site-process'
import { pictureFrame, withTags } from '../../testing/tags'

interface Track {
  _id: string
  name: string
  mp3FilePath: string
  duration: number
  size: number
  cover: { src: string }
}

let site: Site
let admin: Record<string, string>
let db: Db
beforeAll(async () => {
  site = await serveSite({ MAX_UPLOAD_MB: '2' })
  admin = asAdmin(await site.token())
  db = site.db
})
afterAll(async () => {
  await site.stop()
})

const fields = { name: 'Greensleeves', artist: 'Traditional', location: 'The barn' }
const call = (path: string, options?: RequestInit) => fetch(site.url + path, options)
const upload = (form: FormData) =>
  call('/api/music/upload', { method: 'POST', headers: admin, body: form })

async function add(file: Uint8Array = mp3(), name = 'song.mp3') {
  const answer = await upload(trackForm(fields, file, name))
  return ((await answer.json()) as { music: Track }).music
}

/** Deletes a track for good. */
async function remove({ _id }: Track) {
  for (const path of [`/api/music/${_id}`, `/api/admin/bin/${_id}`])
    await call(path, { method: 'DELETE', headers: admin })
}

async function stored() {
  const [tracks, files, chunks, uploads] = await Promise.all(
    ['music', 'fs.files', 'fs.chunks', 'uploads'].map((name) =>
      db.collection(name).countDocuments(),
    ),
  )
  return { tracks, files, chunks, uploads }
}

describe('the picture in a file’s tags', () => {
  const coverOf = async (id: string) => {
    const { music } = (await (await call('/api/music')).json()) as { music: Track[] }
    return music.find(({ _id }) => _id === id)?.cover.src
  }
  const picture = sharp({ create: { width: 900, height: 900, channels: 3, background: '#2c7f7a' } })

  it('is the sleeve of its track, on the pages too, until another file replaces it', async () => {
    const frame = pictureFrame(await picture.png().toBuffer())
    const track = await add(withTags({ TIT2: 'Tagged', APIC: frame }, mp3()))
    await expect.poll(() => coverOf(track._id)).toMatch(/^\/pictures\/[\da-f]{32}\.jpg$/)
    const src = (await coverOf(track._id)) ?? ''
    const sleeve = await call(src)
    expect(sleeve.headers.get('content-type')).toBe('image/jpeg')
    const metadata = await sharp(Buffer.from(await sleeve.arrayBuffer())).metadata()
    expect(metadata).toMatchObject({ width: 900, height: 900 })
    expect(await (await call('/Music')).text()).toContain(`src="${src}"`)
    const body = trackForm(fields, mp3())
    await call(`/api/music/${track._id}`, { method: 'PUT', headers: admin, body })
    expect(await coverOf(track._id)).toBe(`/music/${track._id}/cover.jpg`)
    await remove(track)
  })

  it('is left out if it can’t be read', async () => {
    const frame = pictureFrame(Buffer.alloc(400, 'x'))
    const track = await add(withTags({ APIC: frame }, mp3()))
    await expect
      .poll(() => db.collection('music').findOne({ _id: new ObjectId(track._id) }))
      .toMatchObject({ picture: null })
    expect(await coverOf(track._id)).toBe(`/music/${track._id}/cover.jpg`)
    await remove(track)
  })
})

describe('tracks', () => {
  it('are added with what their file says of itself', async () => {
    const answer = await upload(
      trackForm({ ...fields, name: '  Greensleeves ' }, mp3(), 'My song.mp3'),
    )
    expect(answer.status).toBe(201)
    const { music } = (await answer.json()) as { music: Track }
    expect(music).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      ...fields,
      mp3FilePath: expect.stringMatching(/\/My%20song\.mp3$/),
      duration: expect.closeTo(60.89, 1),
      cover: { src: expect.stringMatching(/cover\.jpg$/), width: 512, height: 512 },
      size: mp3().length,
      gain: expect.closeTo(-6.75, 1),
      version: 1,
      fileId: expect.stringMatching(/^[0-9a-f]{24}$/),
      fileName: 'My song.mp3',
    })
    const list = (await (await call('/api/music')).json()) as { music: Track[] }
    expect(list.music).toContainEqual(music)
    await remove(music)
    const quoted = (await (await upload(trackForm(fields, mp3(), 'a"b.mp3'))).json()) as {
      music: Track & { fileName: string }
    }
    expect(quoted.music.fileName).toBe('a"b.mp3')
    await remove(quoted.music)
    expect(await stored()).toEqual({ tracks: 0, files: 0, chunks: 0, uploads: 0 })
  })

  it('keep the band’s order, and their file when only words change', async () => {
    const [first, second] = [await add(), await add()]
    const form = trackForm({ ...fields, name: 'Renamed' })
    const answer = await call(`/api/music/${first._id}`, {
      method: 'PUT',
      headers: admin,
      body: form,
    })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ music: { ...first, name: 'Renamed', version: 2 } })
    const { music } = (await (await call('/api/music')).json()) as { music: Track[] }
    expect(music.map(({ _id }) => _id)).toEqual([first._id, second._id])
    await remove(first)
    await remove(second)
  })

  it('get a new address with a new file, and the old one is gone', async () => {
    const before = await add()
    const other = mp3().subarray(0, 200_000)
    const form = trackForm(fields, other, 'other.mp3')
    const answer = await call(`/api/music/${before._id}`, {
      method: 'PUT',
      headers: admin,
      body: form,
    })
    const { music: after } = (await answer.json()) as { music: Track }
    expect(after.mp3FilePath).not.toBe(before.mp3FilePath)
    expect(after).toMatchObject({ _id: before._id, size: 200_000 })
    expect((await call(before.mp3FilePath)).status).toBe(404)
    const bytes = Buffer.from(await (await call(after.mp3FilePath)).arrayBuffer())
    expect(bytes.equals(other)).toBe(true)
    await remove(after)
    expect(await stored()).toMatchObject({ files: 0, chunks: 0 })
  })

  it('are stored once for a key, with one file, however often or at once they come', async () => {
    const headers = { ...admin, 'idempotency-key': crypto.randomUUID() }
    const upload = () =>
      call('/api/music/upload', { method: 'POST', headers, body: trackForm(fields, mp3()) })
    const answers = await Promise.all(Array.from({ length: 4 }, upload))
    expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(201))
    const bodies = new Set(await Promise.all(answers.map((answer) => answer.text())))
    expect(bodies.size).toBe(1)
    expect(await (await upload()).text()).toBe([...bodies][0])
    await expect.poll(stored).toMatchObject({ tracks: 1, files: 1, uploads: 0 })
    const other = trackForm({ ...fields, name: 'Another' }, mp3())
    const reused = await call('/api/music/upload', { method: 'POST', headers, body: other })
    expect(reused.status).toBe(422)
    await expect.poll(stored).toMatchObject({ tracks: 1, files: 1, uploads: 0 })
    await remove((JSON.parse([...bodies][0] ?? '') as { music: Track }).music)
  })

  it('are changed by If-Match only as the version that somebody saw', async () => {
    const track = await add()
    const put = (version: string, file?: Uint8Array) =>
      call(`/api/music/${track._id}`, {
        method: 'PUT',
        headers: { ...admin, 'if-match': version },
        body: trackForm({ ...fields, name: `After ${version}` }, file),
      })
    expect((await put('"v1"')).headers.get('etag')).toBe('"v2"')
    const refused = await put('"v1"', mp3())
    expect(refused.status).toBe(412)
    expect(await refused.json()).toMatchObject({ current: { version: 2, name: 'After "v1"' } })
    expect(await stored()).toMatchObject({ files: 1 })
    await remove(track)
  })

  it('take an empty file field for no new file', async () => {
    const track = await add()
    const form = trackForm(fields)
    form.set('mp3File', new Blob([]), '')
    const answer = await call(`/api/music/${track._id}`, {
      method: 'PUT',
      headers: admin,
      body: form,
    })
    expect(answer.status).toBe(200)
    expect(((await answer.json()) as { music: Track }).music.mp3FilePath).toBe(track.mp3FilePath)
    await remove(track)
  })
})

describe('an upload that is refused leaves nothing behind', () => {
  afterEach(async () => {
    expect(await stored()).toEqual({ tracks: 0, files: 0, chunks: 0, uploads: 0 })
  })

  const boundary = 'xyz'
  const multipart = (body: string, type = `multipart/form-data; boundary=${boundary}`) => ({
    method: 'POST',
    headers: { ...admin, 'content-type': type },
    body,
  })
  const part = (name: string, text: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`
  const fileOf = (name: string) => part(`${name}"; filename="a.mp3`, 'x'.repeat(100))

  it('without a token, before it is read', async () => {
    // A body is announced and never sent.
    const answer = await sendRaw(
      site.url,
      'POST /api/music/upload HTTP/1.1\r\nHost: site\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000000\r\n\r\n',
    )
    expect(statusOf(answer)).toBe(401)
  })

  it.each([
    ['text that is called song.mp3', new TextEncoder().encode('no music '.repeat(1000)), 415],
    ['a file that is too large', Buffer.concat([mp3(), mp3(), mp3()]), 413],
    ['no mp3, and too large', new Uint8Array(3 * mp3().length), 413],
    ['an empty file', new Uint8Array(0), 415],
  ])('%s', async (_, file, status) => {
    const answer = await upload(trackForm(fields, file))
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
  })

  it.each([
    ['no file', trackForm(fields), ['mp3File']],
    ['blank words', trackForm({ ...fields, name: ' ' }, mp3()), ['name']],
    ['missing words', trackForm({ name: 'x' }, mp3()), ['artist', 'location']],
    [
      'words that are too long',
      trackForm({ ...fields, artist: 'x'.repeat(201) }, mp3()),
      ['artist'],
    ],
    ['a text instead of a file', trackForm({ ...fields, mp3File: 'text' }), ['mp3File']],
  ])('with %s', async (_, form, wrong) => {
    const answer = await upload(form)
    expect(answer.status).toBe(422)
    const { errors } = (await answer.json()) as { errors: { field: string }[] }
    expect(errors.map(({ field }) => field).sort()).toEqual(wrong)
  })

  it.each([
    ['of another content type', () => multipart('{}', 'application/json'), 415],
    ['without a boundary', () => multipart(part('name', 'x'), 'multipart/form-data'), 400],
    [
      'of another boundary',
      () => multipart(part('name', 'x'), 'multipart/form-data; boundary=other'),
      400,
    ],
    ['cut off in the middle', () => multipart(part('name', 'x').slice(0, 40)), 400],
    ['cut off in the middle of another file', () => multipart(fileOf('other').slice(0, 120)), 400],
    [
      'cut off in the middle of a second file',
      () => multipart(fileOf('other') + fileOf('other').slice(0, 120)),
      400,
    ],
    [
      'of a thousand fields',
      () => multipart(`${part('name', 'x').repeat(1000)}--${boundary}--`),
      413,
    ],
    ['without a body', () => ({ ...multipart(''), body: null }), 400],
  ])('%s', async (_, request, status) => {
    expect((await call('/api/music/upload', request())).status).toBe(status)
  })

  it('when the sender goes away', async () => {
    const abort = new AbortController()
    const file = mp3()
    const body = new ReadableStream({
      start(controller) {
        const head = `--${boundary}\r\nContent-Disposition: form-data; name="mp3File"; filename="a.mp3"\r\n\r\n`
        controller.enqueue(new TextEncoder().encode(head))
        controller.enqueue(new Uint8Array(file.subarray(0, 600_000)))
      },
    })
    const sending = call('/api/music/upload', {
      ...multipart(''),
      body,
      duplex: 'half',
      signal: abort.signal,
    } as RequestInit).catch(() => 'aborted')
    await expect.poll(async () => (await stored()).chunks).toBeGreaterThan(0)
    abort.abort()
    expect(await sending).toBe('aborted')
    await expect.poll(stored).toEqual({ tracks: 0, files: 0, chunks: 0, uploads: 0 })
  })

  it.each(['000000000000000000000000', 'abc'])('for the unknown track %s', async (id) => {
    const form = trackForm(fields, mp3())
    const answer = await call(`/api/music/${id}`, { method: 'PUT', headers: admin, body: form })
    expect(answer.status).toBe(404)
  })
})

describe('an mp3', () => {
  let track: Track
  beforeAll(async () => {
    track = await add(mp3(), 'Ein Lied é.mp3')
  })
  afterAll(() => remove(track))

  const get = (headers: Record<string, string> = {}, method = 'GET') =>
    call(track.mp3FilePath, { method, headers })
  const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

  it('is answered from the database while the disk has no copy, in a window', async () => {
    const fresh = await add()
    const answer = await call(fresh.mp3FilePath, { headers: { range: 'bytes=1000-1999' } })
    expect(answer.status).toBe(206)
    expect((await bytesOf(answer)).equals(mp3().subarray(1000, 2000))).toBe(true)
    await remove(fresh)
  })

  it('is sent whole, with the headers for caches', async () => {
    const answer = await get()
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'audio/mpeg',
      'accept-ranges': 'bytes',
      'content-length': String(mp3().length),
      'cache-control': 'public, max-age=31536000, immutable',
      etag: `"${createHash('sha256').update(mp3()).digest('hex')}"`,
      'content-disposition': expect.stringMatching(
        /^inline; filename="Ein Lied _\.mp3"; filename\*=/,
      ),
    })
    expect((await bytesOf(answer)).equals(mp3())).toBe(true)
  })

  it.each([
    ['bytes=0-1', 0, 2],
    ['bytes=100-199', 100, 200],
    ['bytes=-100', -100, undefined],
    ['bytes=852000-99999999', 852_000, undefined],
    ['bytes=500000-', 500_000, undefined],
  ])('answers %s', async (range, start, end) => {
    await get()
    const answer = await get({ range })
    const expected = mp3().subarray(start, end)
    expect(answer.status).toBe(206)
    expect(answer.headers.get('content-length')).toBe(String(expected.length))
    const first = start < 0 ? mp3().length + start : start
    expect(answer.headers.get('content-range')).toBe(
      `bytes ${first}-${first + expected.length - 1}/${mp3().length}`,
    )
    expect((await bytesOf(answer)).equals(expected)).toBe(true)
  })

  it('has no byte past its end', async () => {
    const answer = await get({ range: 'bytes=99999999-' })
    expect(answer.status).toBe(416)
    expect(answer.headers.get('content-range')).toBe(`bytes */${mp3().length}`)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it.each([
    ['several ranges', { range: 'bytes=0-1,4-5' }],
    ['a range that runs backwards', { range: 'bytes=5-1' }],
    ['a range of something else', { range: 'bytes=0-1', 'if-range': '"other"' }],
  ])('comes whole for %s', async (_, headers) => {
    const answer = await get(headers)
    expect(answer.status).toBe(200)
    expect((await bytesOf(answer)).equals(mp3())).toBe(true)
  })

  it('answers If-Range and If-None-Match by its entity tag', async () => {
    const etag = (await get({}, 'HEAD')).headers.get('etag') ?? ''
    expect((await get({ range: 'bytes=0-9', 'if-range': etag })).status).toBe(206)
    const answer = await get({ 'if-none-match': etag })
    expect(answer.status).toBe(304)
    expect(answer.headers.get('content-type')).toBeNull()
    expect((await bytesOf(answer)).length).toBe(0)
  })

  it('answers HEAD without its bytes', async () => {
    const answer = await get({}, 'HEAD')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-length')).toBe(String(mp3().length))
  })

  it('is copied again when somebody cleared the disk', async () => {
    await get()
    await rm(join(site.dataDirectory, 'cache'), { recursive: true })
    await mkdir(join(site.dataDirectory, 'cache'))
    const piece = await get({ range: 'bytes=0-9' })
    expect(piece.status).toBe(206)
    expect((await bytesOf(piece)).equals(mp3().subarray(0, 10))).toBe(true)
    expect((await bytesOf(await get())).equals(mp3())).toBe(true)
  })

  it('comes from the database where the disk has lost the end of the copy', async () => {
    await get()
    const directory = join(site.dataDirectory, 'cache')
    for (const name of await readdir(directory)) await truncate(join(directory, name), 5)
    const answer = await get({ range: 'bytes=0-9' })
    expect((await bytesOf(answer)).equals(mp3().subarray(0, 10))).toBe(true)
    for (const name of await readdir(directory)) await rm(join(directory, name))
  })

  it('is gone with its track, however often it was heard', async () => {
    const fresh = await add()
    for (let time = 0; time < 3; time += 1) expect((await call(fresh.mp3FilePath)).status).toBe(200)
    await remove(fresh)
    expect((await call(fresh.mp3FilePath)).status).toBe(404)
    expect((await call(fresh.mp3FilePath, { headers: { range: 'bytes=0-9' } })).status).toBe(404)
  })

  it('says to caches that the response depends on the origin, each time', async () => {
    for (let time = 0; time < 2; time += 1)
      expect((await get()).headers.get('vary')?.toLowerCase()).toBe('origin')
  })

  it('is nowhere else', async () => {
    const other = track.mp3FilePath.replace(/[^/]+$/, 'other.mp3')
    expect((await call(other)).status).toBe(404)
    expect((await call(`/audio/${new ObjectId().toHexString()}/song.mp3`)).status).toBe(404)
    expect((await call('/audio/abc/song.mp3')).status).toBe(404)
  })
})

it('the files of a crashed upload are removed at the next start, and no others', async () => {
  const other = await serveSite()
  try {
    const token = await other.token()
    const answer = await fetch(`${other.url}/api/music/upload`, {
      method: 'POST',
      headers: asAdmin(token),
      body: trackForm(fields, mp3()),
    })
    const { music } = (await answer.json()) as { music: Track }
    const [files, chunks, uploads] = ['fs.files', 'fs.chunks', 'uploads'].map((name) =>
      other.db.collection(name),
    ) as [ReturnType<Db['collection']>, ReturnType<Db['collection']>, ReturnType<Db['collection']>]
    const whole = await chunks.countDocuments()
    const [unfinished, unnamed, underWay] = [new ObjectId(), new ObjectId(), new ObjectId()]
    await chunks.insertMany(
      [unfinished, unnamed, underWay].map((files_id) => ({
        files_id,
        n: 0,
        data: Buffer.from('x'),
      })),
    )
    await files.insertOne({ _id: unnamed, length: 1, chunkSize: 261_120, filename: 'x' })
    await uploads.insertMany([
      { _id: unfinished, aliveAt: new Date(Date.now() - 3_600_000) },
      { _id: underWay, aliveAt: new Date() },
    ])

    const next = await spawnSite({ MONGODB_URI: other.databaseUri, DATA_DIR: other.dataDirectory })
    await untilReady(next)
    expect(await files.countDocuments()).toBe(1)
    expect(await chunks.countDocuments()).toBe(whole + 1)
    expect(await chunks.countDocuments({ files_id: underWay })).toBe(1)
    const bytes = Buffer.from(await (await fetch(next.url + music.mp3FilePath)).arrayBuffer())
    expect(
      bytes.equals(
        readFileSync(new URL('../demo/tracks/house-of-the-rising-sun.mp3', import.meta.url)),
      ),
    ).toBe(true)
    next.child.kill()
    await next.exit
  } finally {
    await other.stop()
  }
})

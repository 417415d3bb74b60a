import { readFile } from 'node:fs/promises'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MemorySite, openSite } from '../../testing/memory-site'
import { asAdmin, json } from '../../testing/requests'
import { serveSite } from '../../testing/served-site'
import { startSite } from '../../testing/site-process'
import type { Picture } from '../contract/pictures'

let site: MemorySite
let admin: Record<string, string>
beforeAll(async () => {
  site = await openSite()
  admin = asAdmin(await site.token())
})
afterAll(() => site.stop())

const photo = (width: number, height: number, colour = '#c2361a') =>
  sharp({ create: { width, height, channels: 3, background: colour } })

async function upload(bytes: Uint8Array | string, headers: Record<string, string> = admin) {
  const body = new FormData()
  const content = typeof bytes === 'string' ? bytes : new Uint8Array(bytes)
  body.set('picture', new Blob([content]), 'poster.jpg')
  return site.fetch('/api/pictures', { method: 'POST', headers, body })
}

it('a picture is scaled down, turned upright, and stripped of what a camera adds', async () => {
  const bytes = await photo(3000, 2000)
    .withExif({ IFD3: { GPSLatitude: '42/1 59/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const response = await upload(bytes)
  expect(response.status).toBe(201)
  const { picture } = (await response.json()) as { picture: Picture }
  expect(picture).toMatchObject({ width: 1280, height: 1920 })
  const stored = await site.fetch(picture.src)
  expect(stored.headers.get('content-type')).toBe('image/jpeg')
  expect(stored.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  const metadata = await sharp(Buffer.from(await stored.arrayBuffer())).metadata()
  expect(metadata).toMatchObject({ format: 'jpeg', width: 1280, height: 1920 })
  expect(metadata.exif).toBeUndefined()
  const etag = stored.headers.get('etag') ?? ''
  expect((await site.fetch(picture.src, { headers: { 'if-none-match': etag } })).status).toBe(304)
})

it.each(['png', 'webp', 'avif'] as const)('a %s becomes a JPEG', async (format) => {
  const response = await upload(await photo(40, 30).toFormat(format).toBuffer())
  const { picture } = (await response.json()) as { picture: Picture }
  expect(picture).toMatchObject({ src: expect.stringMatching(/\.jpg$/), width: 40, height: 30 })
})

it('the same picture is stored once', async () => {
  const bytes = await photo(50, 50).jpeg().toBuffer()
  const paths = await Promise.all(
    Array.from({ length: 3 }, async () => (await (await upload(bytes)).json()) as object),
  )
  expect(new Set(paths.map((one) => JSON.stringify(one))).size).toBe(1)
})

it.each([
  ['text', 'not a picture', 415],
  ['a HEIC picture that the browser could not read', '\0\0\0\x18ftypheic\0\0\0\0mif1heic', 415],
  ['nothing', '', 422],
  [
    'a drawing that could refer to files',
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
    415,
  ],
])('%s is refused with a sentence', async (_, bytes, status) => {
  const response = await upload(bytes)
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ status, detail: expect.stringMatching(/\.$/) })
})

/** A chunk of a PNG (ISO/IEC 15948, 5.3). */
function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

/** A small PNG with texts that unpack to half a gigabyte. */
async function textBomb(): Promise<Buffer> {
  const png = await photo(300, 400).png().toBuffer()
  const text = deflateSync(Buffer.alloc(50_000_000, 'x'))
  const chunk = pngChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), text]))
  // The header, which comes first, has 25 bytes after the signature of eight.
  return Buffer.concat([png.subarray(0, 33), ...Array(10).fill(chunk), png.subarray(33)])
}

/** A small PNG whose header says that it has another size. */
async function withFalseSize(width: number, height: number): Promise<Buffer> {
  const png = await photo(30, 30).png().toBuffer()
  const header = Buffer.from(png.subarray(16, 29))
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  return Buffer.concat([png.subarray(0, 8), pngChunk('IHDR', header), png.subarray(33)])
}

// Only Linux reports a process’s memory in a file.
it.skipIf(process.platform !== 'linux')(
  'texts in a PNG that unpack to half a gigabyte are not read',
  async () => {
    const own = await startSite()
    const headers = asAdmin(await own.token())
    /** The peak of the process's memory, in kilobytes. */
    const peak = async () => {
      const status = await readFile(`/proc/${own.process().pid}/status`, 'utf8')
      return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1])
    }
    const send = async (bytes: Buffer) => {
      const body = new FormData()
      body.set('picture', new Blob([new Uint8Array(bytes)]), 'poster.png')
      return fetch(`${own.url}/api/pictures`, { method: 'POST', headers, body })
    }
    expect((await send(await photo(300, 400).png().toBuffer())).status).toBe(201)
    const before = await peak()
    expect((await send(await textBomb())).status).toBe(201)
    expect((await peak()) - before).toBeLessThan(100_000)
    await own.stop()
  },
)

it.each([
  ['too many pixels', async () => photo(8000, 6000).png().toBuffer()],
  ['more pixels than the library reads', () => withFalseSize(30_000, 30_000)],
  [
    'pixels that take more memory than its process may use',
    async () => photo(6300, 6300).avif({ lossless: true, effort: 0 }).toBuffer(),
  ],
])('a picture with %s is refused, and the error names the limit', async (_, make) => {
  const response = await upload(await make())
  expect(response.status).toBe(422)
  const { errors } = (await response.json()) as { errors: object[] }
  expect(errors).toEqual([
    { field: 'picture', message: expect.stringContaining('at most 40 million pixels') },
  ])
})

it('a body that is too large, malformed or of another type is refused', async () => {
  expect((await upload(new Uint8Array(21 * 1024 * 1024))).status).toBe(413)
  const type = 'multipart/form-data; boundary=x'
  const broken = { method: 'POST', headers: { ...admin, 'content-type': type }, body: '--y' }
  expect((await site.fetch('/api/pictures', broken)).status).toBe(400)
  expect((await site.fetch('/api/pictures', json('POST', {}, admin))).status).toBe(415)
  expect((await upload(await photo(9, 9).jpeg().toBuffer(), {})).status).toBe(401)
})

it.each(['/pictures/', '/pictures/x.jpg', `/pictures/${'0'.repeat(32)}.jpg`, '/pictures/..%2f'])(
  '%s is not there',
  async (path) => {
    expect((await site.fetch(path)).status).toBe(404)
  },
)

it('a picture that no show uses is deleted after a day, and one in use or in the bin is not', async () => {
  const own = await serveSite()
  const headers = asAdmin(await own.token())
  const pictures = own.db.collection('pictures')
  const store = async (colour: string) => {
    const body = new FormData()
    const bytes = await photo(20, 20, colour).png().toBuffer()
    body.set('picture', new Blob([new Uint8Array(bytes)]), 'poster.png')
    const response = await fetch(`${own.url}/api/pictures`, { method: 'POST', headers, body })
    return ((await response.json()) as { picture: Picture }).picture
  }
  const [used, unused] = [await store('#ff0000'), await store('#00ff00')]
  const ofDeleted = await store('#ffff00')
  const add = async (poster: Picture) => {
    const show = { date: '2037-01-01', venue: 'x', city: 'x', poster: { ...poster, alt: 'x' } }
    const response = await fetch(`${own.url}/api/shows`, json('POST', show, headers))
    return ((await response.json()) as { show: { _id: string } }).show._id
  }
  await add(used)
  const deleted = await add(ofDeleted)
  await fetch(`${own.url}/api/shows/${deleted}`, { method: 'DELETE', headers })
  await pictures.updateMany({}, { $set: { storedAt: new Date(0) } })
  const fresh = await store('#0000ff')
  await own.pause()
  await own.resume()
  await expect.poll(() => pictures.countDocuments()).toBe(3)
  expect((await fetch(own.url + used.src)).status).toBe(200)
  expect((await fetch(own.url + unused.src)).status).toBe(404)
  expect((await fetch(own.url + fresh.src)).status).toBe(200)
  const restore = `${own.url}/api/admin/bin/${deleted}/restore`
  const restored = await fetch(restore, { method: 'POST', headers })
  expect(await restored.json()).toMatchObject({ show: { poster: { src: ofDeleted.src } } })
  expect((await fetch(own.url + ofDeleted.src)).status).toBe(200)
  await own.stop()
})

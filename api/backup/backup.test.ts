import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { MongoClient } from 'mongodb'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseDigests } from '../../testing/database-digests'
import { asAdmin, json, mp3, trackForm } from '../../testing/requests'
import { serveSite } from '../../testing/served-site'
import type { Site } from '../../testing/site-process'
import { collectionNames } from './collections'

const bun = join(import.meta.dirname, '../../node_modules/.bin/bun')
const script = join(import.meta.dirname, '../cli/main.ts')
let folder: string
let site: Site
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-'))
  site = await serveSite({ DEMO_CONTENT: 'on', RATE_LIMIT: 'off' })
  await fetch(
    `${site.url}/bookus`,
    json('POST', { name: 'Pat', email: 'pat@example.org', message: '👩‍🎤 مرحبا' }),
  )
  // The band's own words with a photo, and a show in the bin.
  const admin = asAdmin(await site.token())
  const form = new FormData()
  const photo = sharp({ create: { width: 90, height: 90, channels: 3, background: '#c2361a' } })
  const bytes = new Uint8Array(await photo.jpeg().toBuffer())
  form.set('picture', new Blob([bytes], { type: 'image/jpeg' }), 'a.jpg')
  const upload = await site.fetch('/api/pictures', { method: 'POST', headers: admin, body: form })
  const { picture } = (await upload.json()) as { picture: object }
  await site.fetch('/api/site', json('PUT', { members: [{ name: 'Pat', photo: picture }] }, admin))
  const { shows } = (await (await site.fetch('/api/shows')).json()) as { shows: { _id: string }[] }
  await site.fetch(`/api/shows/${shows[0]?._id}`, { method: 'DELETE', headers: admin })
})
afterAll(async () => {
  await site.stop()
  await rm(folder, { recursive: true, force: true })
})

const run = (databaseUri: string, ...words: string[]) =>
  promisify(execFile)(bun, [script, ...words], {
    env: { PATH: process.env['PATH'], MONGODB_URI: databaseUri },
  })
const newFile = () => join(folder, `${randomUUID()}.tar.zst`)
const emptyDatabase = () => site.databaseUri.replace(/[^/]+$/, `test-${randomUUID()}`)

async function digests(databaseUri: string) {
  const client = await MongoClient.connect(databaseUri)
  return databaseDigests(client.db()).finally(() => client.close())
}

/** Creates a database that doesn't belong to a site. */
async function addSomething(databaseUri: string) {
  const client = await MongoClient.connect(databaseUri)
  await client.db().collection('things').insertOne({ name: 'a thing' })
  await client.close()
}

async function drop(databaseUri: string) {
  const client = await MongoClient.connect(databaseUri)
  await client.db().dropDatabase()
  await client.close()
}

describe('a backup', () => {
  it('brings every document and file back into an empty database, byte for byte', async () => {
    const file = newFile()
    await run(site.databaseUri, 'backup', file)
    const copy = emptyDatabase()
    await run(copy, 'restore', file)
    const before = await digests(site.databaseUri)
    expect(Object.keys(before)).toEqual(
      expect.arrayContaining(['bin', 'enquiries', 'fs.chunks', 'pictures', 'shows', 'site']),
    )
    const ofNothing = createHash('sha256').digest('hex')
    for (const name of ['bin', 'pictures', 'site']) expect(before[name]).not.toBe(ofNothing)
    expect(await digests(copy)).toEqual(before)
    const indexesOf = async (uri: string) => {
      const client = await MongoClient.connect(uri)
      const indexes = await client.db().collection('enquiries').listIndexes().toArray()
      await client.close()
      return indexes.map(({ name }) => name).sort()
    }
    expect(await indexesOf(copy)).toEqual(await indexesOf(site.databaseUri))
    await drop(copy)
  })

  it('removes the leases of processes that were killed days ago', async () => {
    const leases = site.db.collection<{ _id: string; aliveAt: Date }>('backupLeases')
    await leases.insertOne({ _id: 'backup old', aliveAt: new Date('2020-01-01') })
    await run(site.databaseUri, 'backup', newFile())
    expect(await leases.countDocuments()).toBe(0)
  })

  it('lists every collection of a site in `collections.ts`', async () => {
    const names = (await site.db.listCollections().toArray()).map(({ name }) => name)
    expect(names.filter((name) => !collectionNames.includes(name))).toEqual([])
  })

  it('replaces the content of a database only with --replace', async () => {
    const file = newFile()
    await run(site.databaseUri, 'backup', file)
    const copy = emptyDatabase()
    await run(copy, 'restore', file)
    await expect(run(copy, 'restore', file)).rejects.toThrow(/not empty\. Use --replace/)
    await run(copy, 'restore', file, '--replace')
    expect(await digests(copy)).toEqual(await digests(site.databaseUri))
    await drop(copy)
  })

  it('revives no token that was dead', async () => {
    const variables = { JWT_SECRET: 'a secret that is long enough for tests', RATE_LIMIT: 'off' }
    const other = await serveSite(variables)
    const token = await other.token()
    const file = newFile()
    await run(other.databaseUri, 'backup', file)
    await fetch(`${other.url}/api/admin/logout-everywhere`, {
      method: 'POST',
      headers: asAdmin(token),
    })
    await other.pause()
    await run(other.databaseUri, 'restore', file, '--replace')
    await other.resume()
    const verified = await fetch(`${other.url}/api/admin/verify-token`, { headers: asAdmin(token) })
    expect(verified.status).toBe(401)
    expect((await other.token()).length).toBeGreaterThan(20)
    await other.stop()
  })

  it('without secrets contains neither the password hash nor the signing key, and can be restored', async () => {
    const account = await site.db.collection('accounts').findOne()
    const file = newFile()
    await run(site.databaseUri, 'backup', file, '--without-secrets')
    const unpack = `process.stdout.write(Bun.zstdDecompressSync(await Bun.file(${JSON.stringify(file)}).bytes()))`
    const { stdout } = await promisify(execFile)(bun, ['-e', unpack], {
      encoding: 'latin1',
      maxBuffer: 1e9,
    })
    expect(stdout).toContain('accounts.bson')
    for (const hash of [account?.['passwordHash'], account?.['environmentHash']]) {
      expect(hash).toMatch(/^\$argon2id/)
      expect(stdout).not.toContain(hash)
    }
    expect(stdout).not.toMatch(/jwtSecret|\$argon2id/)
    const copy = emptyDatabase()
    await run(copy, 'restore', file)
    const restored = await serveSite({ MONGODB_URI: copy })
    expect((await restored.token()).length).toBeGreaterThan(20)
    await restored.stop()
  })

  it('is refused when it is none, with a sentence', async () => {
    const copy = emptyDatabase()
    const readme = join(import.meta.dirname, '../../README.md')
    await expect(run(copy, 'restore', readme)).rejects.toThrow(/is not a complete backup/)
    await expect(run(copy, 'restore', newFile())).rejects.toThrow(/There is no file/)
    await expect(run(copy, 'backup', '/no/such/folder/x')).rejects.toThrow(/There is no folder/)
    const [cut, file] = [newFile(), newFile()]
    await run(site.databaseUri, 'backup', file)
    await run(copy, 'restore', file)
    const before = await digests(copy)
    const whole = await readFile(file)
    await writeFile(cut, whole.subarray(0, whole.length / 2))
    await expect(run(copy, 'restore', cut, '--replace')).rejects.toThrow(/is not a complete backup/)
    expect(await digests(copy)).toEqual(before)
    const foreign = emptyDatabase()
    await addSomething(foreign)
    const other = newFile()
    await run(foreign, 'backup', other)
    await expect(run(copy, 'restore', other, '--replace')).rejects.toThrow(/is no backup of a site/)
    expect(await digests(copy)).toEqual(before)
    await drop(foreign)
    await expect(run(copy, 'backup')).rejects.toThrow(/Say which file/)
    await drop(copy)
  })

  it('has the whole mp3 of every track in it, while tracks come, change and go', async () => {
    const busy = await serveSite({ RATE_LIMIT: 'off' })
    const headers = asAdmin(await busy.token())
    const fields = { name: 'x', artist: 'x', location: 'x' }
    const stays = { method: 'POST', headers, body: trackForm(fields, mp3()) }
    expect((await fetch(`${busy.url}/api/music/upload`, stays)).status).toBe(201)
    let isOver = false
    async function churn() {
      while (!isOver) {
        const post = { method: 'POST', headers, body: trackForm(fields, mp3()) }
        const added = await fetch(`${busy.url}/api/music/upload`, post)
        const { music } = (await added.json()) as { music: { _id: string } }
        const put = { method: 'PUT', headers, body: trackForm(fields, mp3(), 'b.mp3') }
        await fetch(`${busy.url}/api/music/${music._id}`, put)
        await fetch(`${busy.url}/api/music/${music._id}`, { method: 'DELETE', headers })
      }
    }
    const churning = Promise.all([churn(), churn()])
    const copies: string[] = []
    for (let round = 0; round < 3; round += 1) {
      const file = newFile()
      await run(busy.databaseUri, 'backup', file)
      const copy = emptyDatabase()
      await run(copy, 'restore', file)
      copies.push(copy)
    }
    isOver = true
    await churning
    await busy.stop()
    for (const copy of copies) {
      const client = await MongoClient.connect(copy)
      const db = client.db()
      const tracks = await db.collection('music').find().toArray()
      expect(tracks.length).toBeGreaterThan(0)
      for (const { fileId } of tracks) {
        const [file] = await db.collection('fs.files').find({ _id: fileId }).toArray()
        const chunks = await db
          .collection('fs.chunks')
          .find({ files_id: fileId })
          .sort({ n: 1 })
          .toArray()
        const bytes = Buffer.concat(chunks.map(({ data }) => data.buffer))
        const sha256 = createHash('sha256').update(bytes).digest('hex')
        expect(sha256).toBe(file?.['metadata'].sha256)
      }
      await client.close()
      await drop(copy)
    }
  })
})

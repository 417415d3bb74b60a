import { spawn } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import fc from 'fast-check'
import { BSON, type Db, type Document, GridFSBucket, MongoClient, ObjectId } from 'mongodb'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { databaseDigests } from '../../testing/database-digests'
import { mongodbUrl } from '../../testing/databases'
import { archiveOf } from './archive-writer'
import { writeBackup } from './backup'
import { recoverRestore, restoreBackup } from './restore'

const anyRoom = () => Promise.resolve(true)
const schema = 3
const options = { isReplacing: true, isSoleProcess: true, schema, hasRoomFor: anyRoom }
let folder: string
let client: MongoClient
let db: Db
/** A backup of another site than the one in `db`. */
let archive: string
let content: Record<string, string>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restore-'))
  archive = join(folder, 'backup.tar.zst')
  client = await MongoClient.connect(mongodbUrl())
  const source = newDatabase()
  await fill(source, 'The Barn')
  await source.collection('enquiries').insertOne({ message: 'Restored' })
  await writeBackup(source, archive, { withSecrets: true, hasRoomFor: anyRoom })
  content = await databaseDigests(source)
  await source.dropDatabase()
})
beforeEach(async () => {
  await db?.dropDatabase()
  db = newDatabase()
  await fill(db, 'The Old Hall')
})
afterAll(async () => {
  await db.dropDatabase()
  await client.close()
  await rm(folder, { recursive: true, force: true })
})

const newDatabase = () => client.db(`test-${randomUUID()}`)
const newPath = () => join(folder, randomUUID())

/** Stores a show, a track with its file, and an account. */
async function fill(target: Db, venue: string) {
  const bytes = randomBytes(300_000)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const fileId = new ObjectId()
  const upload = new GridFSBucket(target).openUploadStreamWithId(fileId, 'song.mp3', {
    metadata: { sha256 },
  })
  await pipeline(Readable.from([bytes]), upload)
  await target.collection('music').insertOne({ name: 'A song', fileId })
  await target.collection('shows').insertOne({ date: '2031-07-04', venue, city: 'London' })
  await target.collection('shows').createIndex({ date: 1 })
  await target.collection('accounts').insertOne({ username: 'admin', generation: 1 })
  await target
    .collection<{ _id: string; version: number }>('schema')
    .insertOne({ _id: 'schema', version: schema })
}

/** Restores a changed copy of the archive.
 * @returns whether it was accepted; then the content must be that of the unchanged archive */
async function tryRestore(bytes: Uint8Array): Promise<boolean> {
  const path = newPath()
  await writeFile(path, bytes)
  const before = await databaseDigests(db)
  const isAccepted = await restoreBackup(db, path, options).then(
    () => true,
    () => false,
  )
  expect(await databaseDigests(db)).toEqual(isAccepted ? content : before)
  await rm(path)
  return isAccepted
}

it('leaves the old site where any bit of a backup is flipped, or its content is unharmed', async () => {
  const whole = await readFile(archive)
  let refused = 0
  const property = fc.asyncProperty(fc.nat(whole.length * 8 - 1), async (bit) => {
    const damaged = Buffer.from(whole)
    damaged.writeUInt8(damaged.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
    if (!(await tryRestore(damaged))) refused += 1
  })
  const header = Array.from({ length: 48 }, (_, bit): [number] => [bit])
  await fc.assert(property, { examples: header, numRuns: 150 })
  expect(refused).toBeGreaterThan(130)
}, 120_000)

it('leaves the old site where a backup is cut off anywhere, or its content is unharmed', async () => {
  const whole = await readFile(archive)
  let refused = 0
  const property = fc.asyncProperty(fc.nat(whole.length - 1), async (length) => {
    if (!(await tryRestore(whole.subarray(0, length)))) refused += 1
  })
  const last = Array.from({ length: 10 }, (_, index): [number] => [whole.length - 1 - index])
  await fc.assert(property, { examples: last, numRuns: 50 })
  // Nothing of the content is in the last bytes.
  expect(refused).toBeGreaterThan(20)
}, 120_000)

const documents = (...list: Document[]) => Buffer.concat(list.map((one) => BSON.serialize(one)))
const show = (_id = new ObjectId()) => ({ _id, date: '2031-07-04', venue: 'x', city: 'x' })
const twice = new ObjectId()
const badIndexes = JSON.stringify({ indexes: [{ v: 2, key: { date: 'sideways' }, name: 'x' }] })

it.each<[string, Record<string, Uint8Array | string>, RegExp, number?]>([
  ['a document twice', { 'shows.bson': documents(show(twice), show(twice)) }, /duplicate key/],
  ['an invalid index', { 'shows.metadata.json': badIndexes }, /Unknown index plugin/],
  ['indexes that are not a list', { 'shows.metadata.json': '{"indexes":{}}' }, /no list of ind/],
  [
    'a collection of another program',
    { 'a$b.bson': documents(show()) },
    /no backup of a site: .* restore it with that version into an empty database/,
  ],
  [
    'a collection that backups exclude',
    { 'uploads.bson': documents(show()) },
    /no backup of a site/,
  ],
  ['a path', { '../shows.bson': documents(show()) }, /no backup of a site/],
  ['an impossible document', { 'shows.bson': Buffer.alloc(64) }, /a document of 0 bytes/],
  [
    'a document that is too large',
    { 'shows.bson': Buffer.from([0, 0, 0, 2, 0]) },
    /a document of 33554432 bytes/,
  ],
  [
    'many empty documents',
    { 'shows.bson': documents(...Array.from({ length: 10_000 }, () => ({}))) },
    /a document without an id/,
  ],
  ['half a document', { 'shows.bson': documents(show()).subarray(1) }, /is not a complete backup/],
  ['a long text', { 'shows.metadata.json': ' '.repeat(2_000_000) }, /more than 1048576 bytes/],
  ['a newer schema', {}, /by a newer version/, schema + 1],
])('leaves the old site where a backup holds %s', async (_, entries, message, version = schema) => {
  const path = newPath()
  const all = {
    'accounts.bson': documents({ _id: new ObjectId() }),
    'music.bson': '',
    'shows.bson': '',
    ...entries,
  }
  const bytes = archiveOf(`${path}.spool`, async (writer) => {
    for (const [name, text] of Object.entries(all))
      await writer.addRecords(`dump/band/${name}`, Readable.from([Buffer.from(text)]))
    await writer.addManifest({ format: 2, schema: version, createdAt: '', files: [] })
  })
  await writeFile(path, bytes)
  const old = await databaseDigests(db)
  await expect(restoreBackup(db, path, options)).rejects.toThrow(message)
  expect(await databaseDigests(db)).toEqual(old)
})

it('leaves the old site where the disk has no room', async () => {
  const old = await databaseDigests(db)
  const hasRoomFor = () => Promise.resolve(false)
  await expect(restoreBackup(db, archive, { ...options, hasRoomFor })).rejects.toThrow('no room')
  expect(await databaseDigests(db)).toEqual(old)
})

it('lets no document expire before it has verified them', async () => {
  const source = newDatabase()
  await fill(source, 'The Barn')
  await source.collection('receipts').insertOne({ createdAt: new Date(0) })
  await source.collection('receipts').createIndex({ createdAt: 1 }, { expireAfterSeconds: 60 })
  const path = newPath()
  await writeBackup(source, path, { withSecrets: true, hasRoomFor: anyRoom })
  await source.dropDatabase()
  const lifetimes = async (name: string) => {
    if ((await db.listCollections({ name }).toArray()).length === 0) return []
    const found = await db.collection(name).listIndexes().toArray()
    return found.map(({ expireAfterSeconds }) => expireAfterSeconds)
  }
  // Called for each batch of documents.
  const hasRoomFor = async () => {
    expect(await lifetimes('restoring.receipts')).not.toContain(60)
    return true
  }
  await restoreBackup(db, path, { ...options, hasRoomFor })
  expect(await lifetimes('receipts')).toContain(60)
})

/** A program that restores a backup and is killed when it sends a certain command to the database. */
const killedRestore = `
  import { MongoClient } from 'mongodb'
  import { restoreBackup } from ${JSON.stringify(join(import.meta.dirname, 'restore.ts'))}
  const [uri, path, moment] = process.argv.slice(1)
  const client = new MongoClient(uri, { monitorCommands: true })
  let count = 0
  client.on('commandStarted', () => {
    count += 1
    if (count === Number(moment)) process.kill(process.pid, 'SIGKILL')
  })
  const hasRoomFor = () => Promise.resolve(true)
  await restoreBackup(client.db(), path, { isReplacing: true, isSoleProcess: true, schema: ${schema}, hasRoomFor })
  process.exit(0)`

function restoreUntil(moment: number, target: Db): Promise<number | null> {
  const bun = join(import.meta.dirname, '../../node_modules/.bin/bun')
  const uri = mongodbUrl().replace(/\/?$/, `/${target.databaseName}`)
  const child = spawn(bun, ['-e', killedRestore, uri, archive, String(moment)], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return new Promise((resolve) => child.on('close', resolve))
}

it('leaves the old site or the new one, whenever it is killed', async () => {
  const old = await databaseDigests(db)
  const results: string[] = []
  for (let moment = 1, isOver = false; !isOver; moment += 1) {
    const target = newDatabase()
    for (const { name } of await db.listCollections().toArray())
      await target.collection(name).insertMany(await db.collection(name).find().toArray())
    isOver = (await restoreUntil(moment, target)) === 0
    await recoverRestore(target, true)
    const found = await databaseDigests(target)
    const isNew = JSON.stringify(found) === JSON.stringify(content)
    if (!isNew) expect(found, `killed at command ${moment}`).toEqual(old)
    results.push(isNew ? 'new' : 'old')
    await target.dropDatabase()
  }
  expect(results.indexOf('new')).toBeGreaterThan(10)
  expect(results.lastIndexOf('old')).toBeLessThan(results.indexOf('new'))
  expect(results.length - results.indexOf('new')).toBeGreaterThan(5)
}, 180_000)

it('restores documents whose fields JavaScript would put in another order', async () => {
  const vitals = db.collection('vitals')
  const day = { day: '2031-07-04' }
  for (const bucket of ['95', '23'])
    await vitals.updateOne(day, { $inc: { [`histograms.lcp.${bucket}`]: 1 } }, { upsert: true })
  const before = await vitals.find().toArray()
  const path = newPath()
  await writeBackup(db, path, { withSecrets: true, hasRoomFor: anyRoom })
  await restoreBackup(db, path, options)
  expect(await vitals.find().toArray()).toEqual(before)
})

it('keeps the enquiries that arrive while the present content is being backed up', async () => {
  const enquiries = db.collection('enquiries')
  await enquiries.insertOne({ message: 'Present' })
  await restoreBackup(db, archive, {
    ...options,
    beforeSwitch: () => enquiries.insertOne({ message: 'Meanwhile' }),
  })
  expect(await enquiries.distinct('message')).toEqual(['Meanwhile', 'Restored'])
  await restoreBackup(db, archive, options)
  expect(await enquiries.distinct('message')).toEqual(['Restored'])
})

it('keeps the indexes that a backup of an earlier version lacks', async () => {
  await db.collection('shows').createIndex({ later: 1 }, { expireAfterSeconds: 60 })
  await restoreBackup(db, archive, options)
  expect(await db.collection('shows').indexes()).toContainEqual(
    expect.objectContaining({ name: 'later_1', expireAfterSeconds: 60 }),
  )
})

it('leaves the old site where the last step before the switch fails', async () => {
  const before = await databaseDigests(db)
  const venues = () => db.collection('shows').distinct('venue')
  const beforeSwitch = async () => {
    // The backup has been loaded by now.
    expect(await db.collection('restoring.shows').distinct('venue')).toEqual(['The Barn'])
    throw new Error('no room for the backup before')
  }
  await expect(restoreBackup(db, archive, { ...options, beforeSwitch })).rejects.toThrow('no room')
  expect(await venues()).toEqual(['The Old Hall'])
  expect(await databaseDigests(db)).toEqual(before)
})

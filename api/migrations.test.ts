import { randomUUID } from 'node:crypto'
import { type Db, MongoClient } from 'mongodb'
import { afterEach, expect, it } from 'vitest'
import { asAdmin } from '../testing/requests'
import { serveSite } from '../testing/served-site'
import { adminPassword, spawnSite, untilReady } from '../testing/site-process'
import { migrations } from './migrations'
import { migrate, openInstances } from './mongo/migrations'

const mongodb = process.env['TEST_MONGODB_URI'] ?? 'mongodb://127.0.0.1:27017'
const uri = () => `${mongodb}/test-${randomUUID()}`
const clients: MongoClient[] = []
async function open(address: string) {
  const client = await MongoClient.connect(address)
  clients.push(client)
  return client.db()
}
afterEach(async () => {
  for (const client of clients.splice(0)) {
    await client.db().dropDatabase()
    await client.close()
  }
})

/** The options of a process that meets no earlier version. */
const noEarlierVersion = {
  isSoleProcess: false,
  isEarlierRunning: async () => false,
  onStep: () => undefined,
  onWait: () => undefined,
}

it('enquiries of earlier versions are migrated', async () => {
  const site = await serveSite()
  await site.pause()
  const db = await open(site.databaseUri)
  const old = {
    name: 'Pat',
    email: 'pat@example.org',
    message: 'x',
    status: 'new',
    receivedAt: new Date(),
  }
  await db.collection('enquiries').insertOne(old)
  await db.collection<{ _id: string }>('schema').deleteOne({ _id: 'schema' })
  await site.resume()
  const headers = asAdmin(await site.token())
  const response = await fetch(`${site.url}/api/enquiries`, { headers })
  expect(await response.json()).toMatchObject({
    enquiries: [{ name: 'Pat', isSpam: false, mail: 'off' }],
  })
  expect(await db.collection('enquiries').countDocuments({ isSpam: false })).toBe(1)
  await site.stop()
})

/** Adds a show, as in a database of an earlier version without a schema record. */
const addOldShow = (db: Db) => db.collection('shows').insertOne({ venue: 'The Old Hall' })

it('an empty database needs no migration', async () => {
  const address = uri()
  const db = await open(address)
  const names: string[] = []
  await migrate(db, [{ name: 'never', up: async () => void names.push('up') }], {
    ...noEarlierVersion,
    onStep: (name) => names.push(name),
  })
  expect(names).toEqual([])
  const empty = uri()
  await open(empty)
  const site = await serveSite({ MONGODB_URI: empty })
  expect(site.output()).not.toContain('data migrated')
  await site.stop()
})

it('a step runs once, however many processes start at once', async () => {
  const address = uri()
  const runs: string[] = []
  const databases = await Promise.all([open(address), open(address), open(address)])
  await addOldShow(databases[0])
  const step = (name: string) => ({
    name,
    async up() {
      runs.push(name)
      // The other processes look at the schema meanwhile.
      for (const db of databases) await db.command({ ping: 1 })
    },
  })
  const steps = [step('one'), step('two'), step('three')]
  await Promise.all(databases.map((db) => migrate(db, steps, noEarlierVersion)))
  expect(runs).toEqual(['one', 'two', 'three'])
})

/** A step that fails in its first attempt, as if its process had been killed. */
function shakyStep() {
  const step = {
    name: 'shaky',
    attempts: 0,
    async up() {
      step.attempts += 1
      if (step.attempts === 1) throw new Error('the power failed')
    },
  }
  return step
}

it('a step that a crash cut off runs again when its lock has expired, and the start says what it waits for', async () => {
  const db = await open(uri())
  await addOldShow(db)
  const step = shakyStep()
  await expect(migrate(db, [step], noEarlierVersion)).rejects.toThrow('the power failed')
  const told: string[] = []
  const onWait = (reason: string) => {
    told.push(reason)
    const schemas = db.collection<{ _id: string }>('schema')
    void schemas.updateOne({ _id: 'schema' }, { $set: { lockedUntil: new Date(0) } })
  }
  await migrate(db, [step], { ...noEarlierVersion, onWait })
  expect(step.attempts).toBe(2)
  expect(told).toEqual([expect.stringMatching(/^Another process is migrating the data/)])
})

it('a step that a crash cut off runs again at once if no other process uses the database', async () => {
  const db = await open(uri())
  await addOldShow(db)
  const step = shakyStep()
  await expect(migrate(db, [step], noEarlierVersion)).rejects.toThrow('the power failed')
  const onWait = (reason: string) => expect.fail(reason)
  await migrate(db, [step], { ...noEarlierVersion, isSoleProcess: true, onWait })
  expect(step.attempts).toBe(2)
})

it('an earlier version does not start while a newer one migrates the data', async () => {
  const db = await open(uri())
  await addOldShow(db)
  const schemas = db.collection<{ _id: string; version: number; lockedUntil: Date }>('schema')
  const lockedUntil = new Date(Date.now() + 60_000)
  await schemas.insertOne({ _id: 'schema', version: 1, lockedUntil })
  // The newer version has finished its step when this one looks again.
  const onWait = () => void schemas.updateOne({ _id: 'schema' }, { $set: { version: 2 } })
  const step = { name: 'done', up: () => expect.fail('this step was done before') }
  await expect(migrate(db, [step], { ...noEarlierVersion, onWait })).rejects.toThrow(
    /The data is of a newer version of this program/,
  )
})

it('nothing is migrated while a process of an earlier version is running', async () => {
  const site = await serveSite()
  const db = await open(site.databaseUri)
  expect(await openInstances(db, migrations.length).isEarlierRunning()).toBe(false)
  const later = openInstances(db, migrations.length + 1)
  const told: string[] = []
  const options = {
    ...noEarlierVersion,
    isEarlierRunning: later.isEarlierRunning,
    onWait: (reason: string) => told.push(reason),
  }
  const step = { name: 'later', up: async () => void told.push('up') }
  const steps = [...migrations, step]
  await expect(migrate(db, steps, { ...options, stopTimeout: 0 })).rejects.toThrow(
    /Stop all processes of that version, and then start this one/,
  )
  const migrated = migrate(db, steps, options)
  await expect.poll(() => told.length).toBe(2)
  await site.pause()
  await migrated
  const waiting = expect.stringMatching(/^A process of an earlier version is using this database/)
  expect(told).toEqual([waiting, waiting, 'up'])
  await site.stop()
})

it('data of a newer program is left alone, with a sentence', async () => {
  const address = uri()
  const db = await open(address)
  await db
    .collection<{ _id: string; version: number }>('schema')
    .insertOne({ _id: 'schema', version: migrations.length + 1 })
  const site = await spawnSite({ MONGODB_URI: address, ADMIN_PASSWORD: adminPassword })
  await expect(untilReady(site)).rejects.toThrow(/The data is of a newer version of this program/)
  expect(await site.exit).toBe(1)
})

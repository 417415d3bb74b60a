import { randomUUID } from 'node:crypto'
import { MongoClient } from 'mongodb'
import { afterEach, expect, it } from 'vitest'
import { asAdmin } from '../testing/requests'
import { adminPassword, spawnSite, startSite, untilReady } from '../testing/site-process'
import { migrations } from './migrations'
import { migrate } from './mongo/migrations'

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

it('old enquiries read as what they were', async () => {
  const site = await startSite()
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

it('a step runs once, however many processes start at once', async () => {
  const address = uri()
  const runs: string[] = []
  const databases = await Promise.all([open(address), open(address), open(address)])
  const step = (name: string) => ({
    name,
    async up() {
      runs.push(name)
      // The other processes look at the schema meanwhile.
      for (const db of databases) await db.command({ ping: 1 })
    },
  })
  const steps = [step('one'), step('two'), step('three')]
  await Promise.all(databases.map((db) => migrate(db, steps, () => undefined)))
  expect(runs).toEqual(['one', 'two', 'three'])
})

it('a step that a crash cut off runs again when its lock has ended', async () => {
  const db = await open(uri())
  let attempts = 0
  const step = {
    name: 'shaky',
    async up() {
      attempts += 1
      if (attempts === 1) throw new Error('the power failed')
    },
  }
  await expect(migrate(db, [step], () => undefined)).rejects.toThrow('the power failed')
  await db
    .collection<{ _id: string }>('schema')
    .updateOne({ _id: 'schema' }, { $set: { lockedUntil: new Date(0) } })
  await migrate(db, [step], () => undefined)
  expect(attempts).toBe(2)
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

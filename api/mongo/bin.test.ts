import { type Collection, MongoClient, ObjectId } from 'mongodb'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mongodbUrl } from '../../testing/databases'
import { openBin } from './bin'

let client: MongoClient
beforeAll(async () => {
  client = await MongoClient.connect(`${mongodbUrl()}/test-${new ObjectId().toHexString()}`)
})
afterAll(async () => {
  await client.db().dropDatabase()
  await client.close()
})

it('a record that is changed while it is moved arrives as it was at its end', async () => {
  const bin = await openBin(client.db())
  const enquiries = client.db().collection<{ replies: string[] }>('enquiries')
  const { insertedId: _id } = await enquiries.insertOne({ replies: [] })
  const reply = () => enquiries.updateOne({ _id }, { $push: { replies: 'Yes, we are free.' } })
  /** The collection, of which somebody changes a record as soon as it was read. */
  const busy = {
    collectionName: enquiries.collectionName,
    findOne: async () => {
      const found = await enquiries.findOne({ _id })
      await reply()
      return found
    },
    findOneAndDelete: () => enquiries.findOneAndDelete({ _id }),
  } as unknown as Collection<{ replies: string[] }>
  const whole = { _id, replies: ['Yes, we are free.'] }
  expect(await bin.move(busy, _id)).toEqual(whole)
  expect(await bin.find(_id)).toMatchObject({ from: 'enquiries', record: whole })
  expect(await enquiries.countDocuments()).toBe(0)
  expect(await bin.move(enquiries, _id)).toBeUndefined()
})

it('a record that is changed while one of its versions is deleted stays, and is not in the bin', async () => {
  const bin = await openBin(client.db())
  const shows = client.db().collection<{ version: number }>('shows')
  const { insertedId: _id } = await shows.insertOne({ version: 1 })
  let isFirst = true
  /** The collection, of which somebody changes the record as soon as it was first read. */
  const busy = {
    collectionName: shows.collectionName,
    async findOne() {
      const found = await shows.findOne({ _id })
      if (isFirst) await shows.updateOne({ _id }, { $inc: { version: 1 } })
      isFirst = false
      return found
    },
    findOneAndDelete: (filter: object) => shows.findOneAndDelete(filter),
  } as unknown as Collection<{ version: number }>
  const deletion = bin.move(busy, _id, [1], async ({ version }) => {
    if (version !== 1) throw new Error('Another version is stored.')
  })
  await expect(deletion).rejects.toThrow('Another version is stored.')
  expect(await shows.findOne({ _id })).toMatchObject({ version: 2 })
  expect(await bin.find(_id)).toBeNull()
})

it('a record that is deleted again while it is restored stays in the bin', async () => {
  const bin = await openBin(client.db())
  const _id = new ObjectId()
  await bin.put('shows', { _id, venue: 'Hall' })
  const read = await bin.find(_id)
  if (!read) throw new Error('it is not in the bin')
  await client
    .db()
    .collection('bin')
    .updateOne({ _id }, { $set: { deletedAt: new Date(0) } })
  expect(await bin.remove(read)).toBe(false)
  expect(await bin.find(_id)).toMatchObject({ deletedAt: new Date(0) })
})

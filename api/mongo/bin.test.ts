import { type Collection, MongoClient, ObjectId } from 'mongodb'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mongodbUrl } from '../../testing/site-process'
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

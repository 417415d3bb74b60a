import { Readable } from 'node:stream'
import { MongoClient, ObjectId } from 'mongodb'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { mongodbUrl } from '../../testing/databases'
import { createLogger } from '../process/log'
import { openStoredFiles, type StoredFiles } from './stored-files'
import { sweepFiles } from './sweep'
import { chunkSize } from './unfinished-files'

let client: MongoClient
let files: StoredFiles
beforeAll(async () => {
  client = await MongoClient.connect(`${mongodbUrl()}/test-${new ObjectId().toHexString()}`)
})
beforeEach(async () => {
  await client.db().dropDatabase()
  files = await openStoredFiles(client.db(), () => Promise.resolve(false))
})
afterAll(async () => {
  await client.db().dropDatabase()
  await client.close()
})

const anyFile = { push: () => {}, finish: () => ({ contentType: 'audio/mpeg' }) }

it('a sweep of the only process leaves the uploads that have begun since the first one', async () => {
  const log = createLogger('silent')
  const _id = new ObjectId()
  await files.unfinished.create({ _id, size: 1, metadata: {} })
  const isUsed = () => Promise.resolve(false)
  const { sweep, stop } = await sweepFiles({ files, isUsed, isSoleProcess: true, log })
  const stored = await files.withUpload(async (store) => {
    async function* parts() {
      yield Buffer.alloc(2 * chunkSize, 1)
      await sweep()
      yield Buffer.alloc(1, 2)
    }
    return store('song.mp3', Readable.from(parts()), anyFile)
  })
  expect(await files.isComplete(stored.id)).toBe(true)
  await stop()
})

it('the offset of an upload never passes a part that could not be stored', async () => {
  const _id = new ObjectId()
  await files.unfinished.create({ _id, size: 3 * chunkSize, metadata: {} })
  const failAt = (n: number) => ({ collMod: 'fs.chunks', validator: { n: { $lt: n } } })
  await client.db().command(failAt(1))
  const whole = Buffer.alloc(3 * chunkSize, 1)
  await expect(files.unfinished.append(_id, 0, Readable.from([whole]))).rejects.toThrow()
  const { offset = 0 } = (await files.unfinished.find(_id)) ?? {}
  expect(offset).toBeLessThanOrEqual(chunkSize)
  await client.db().command(failAt(3))
  const rest = Readable.from([whole.subarray(offset)])
  expect(await files.unfinished.append(_id, offset, rest)).toBe(whole.length)
})

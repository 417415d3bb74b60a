import { MongoClient, type ObjectId } from 'mongodb'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { mongodbUrl } from '../../testing/databases'
import { openBin } from '../mongo/bin'
import { createLogger } from '../process/log'
import { startHoldReminders } from './ending-holds'
import { type EnquiryRepository, openEnquiryRepository } from './enquiries.repository'

let client: MongoClient
let repository: EnquiryRepository
let told: { title: string; body: string; address: string }[]
let now: { date: string; time: string }

beforeAll(async () => {
  client = await MongoClient.connect(`${mongodbUrl()}/test-${crypto.randomUUID()}`)
  repository = await openEnquiryRepository(client.db(), await openBin(client.db()))
})
afterAll(async () => {
  await client.db().dropDatabase()
  await client.close()
})
beforeEach(async () => {
  await client.db().collection('enquiries').deleteMany({})
  told = []
  now = { date: '2031-05-01', time: '09:00' }
})

async function add(status: 'held' | 'answered', holdUntil = '2031-05-02'): Promise<ObjectId> {
  const marks = { isSpam: false, isUnsure: false, isMailed: false }
  const body = { name: 'Pat', email: 'pat@example.org', message: 'A barn', date: '2031-06-20' }
  const { after } = await repository.add(body, undefined, marks)
  const by = { by: undefined, site: 'https://band.example' }
  await repository.change(after._id, { status, ...(status === 'held' && { holdUntil }) }, by)
  return after._id
}

type Channels = Pick<Parameters<typeof startHoldReminders>[0], 'push' | 'mail' | 'isReachedByPush'>

const fail = () => Promise.reject(new Error('No network'))

/** Runs the reminders of a number of processes at the same time. */
async function remind(processes = 1, channels: Partial<Channels> = {}) {
  const tasks = Array.from({ length: processes }, () =>
    startHoldReminders({
      repository,
      now: () => now,
      push: async (news) => void told.push(news),
      mail: async () => {},
      isReachedByPush: async () => true,
      log: createLogger('silent'),
      ...channels,
    }),
  )
  await Promise.all(tasks.map((task) => task.requestRun()))
  await Promise.all(tasks.map((task) => task.stop()))
}

it('one of several processes sends the reminder of a hold that ends tomorrow, once', async () => {
  await add('held')
  await remind(3)
  await remind()
  expect(told).toEqual([
    {
      title: 'The hold for Pat ends tomorrow',
      body: 'Date asked for: June 20, 2031.',
      address: 'https://band.example/Admin/enquiries?box=held',
      tag: expect.any(String),
    },
  ])
})

it('no reminder is sent before 09:00, for another day, or for another status', async () => {
  await add('held', '2031-05-03')
  await add('answered')
  await remind()
  expect(told).toEqual([])
  await add('held')
  now.time = '08:59'
  await remind()
  expect(told).toEqual([])
  now.time = '09:00'
  await remind()
  expect(told).toHaveLength(1)
})

it('a reminder that could not be sent is sent by the next run, also on the last day', async () => {
  await add('held')
  await remind(1, { push: fail })
  now.date = '2031-05-02'
  await remind()
  expect(told).toMatchObject([{ title: 'The hold for Pat ends today' }])
})

it('a failing mail server repeats no push message that reaches a phone', async () => {
  await add('held')
  await remind(1, { mail: fail })
  await remind(1, { mail: fail })
  expect(told).toHaveLength(1)
})

it('a reminder that reaches no phone is mailed again until the mail server accepts it', async () => {
  await add('held')
  const mailed: string[] = []
  const isReachedByPush = async () => false
  await remind(1, { mail: fail, isReachedByPush })
  await remind(1, { mail: async ({ title }) => void mailed.push(title), isReachedByPush })
  await remind(1, { mail: async ({ title }) => void mailed.push(title), isReachedByPush })
  expect(mailed).toEqual(['The hold for Pat ends tomorrow'])
})

it('an extended hold gets another reminder', async () => {
  const id = await add('held')
  await remind()
  const by = { by: undefined, site: 'https://band.example' }
  await repository.change(id, { status: 'held', holdUntil: '2031-05-09' }, by)
  now.date = '2031-05-08'
  await remind()
  expect(told).toHaveLength(2)
})

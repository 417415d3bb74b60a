import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import getPort from 'get-port'
import { type Document, MongoClient } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asAdmin, json, mp3, trackForm } from '../testing/requests'
import { adminPassword, spawnSite, untilReady } from '../testing/site-process'
import { until } from './process/processes'

let folder: string
let mongod: ChildProcess
let replicaSet: string

/** Starts a replica set with one member. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'replica-'))
  const port = await getPort()
  mongod = spawn(
    process.env['TEST_MONGOD'] ?? '',
    [
      ...['--dbpath', folder, '--port', String(port), '--bind_ip', '127.0.0.1', '--nounixsocket'],
      ...['--replSet', 'rs0', '--wiredTigerCacheSizeGB', '0.25', '--oplogSize', '64'],
    ],
    { stdio: 'ignore' },
  )
  const address = `mongodb://127.0.0.1:${port}`
  const members = [{ _id: 0, host: `127.0.0.1:${port}` }]
  const ask = async (command: Document) => {
    const options = { directConnection: true, serverSelectionTimeoutMS: 500 }
    const client = new MongoClient(address, options)
    const response = await client
      .db('admin')
      .command(command)
      .catch(() => undefined)
    await client.close()
    return response
  }
  const initiate = { replSetInitiate: { _id: 'rs0', members } }
  expect(await until(async () => (await ask(initiate))?.['ok'] === 1, 20_000)).toBe(true)
  const isPrimary = async () => (await ask({ hello: 1 }))?.['isWritablePrimary'] === true
  expect(await until(isPrimary, 20_000)).toBe(true)
  replicaSet = `${address}/test-${randomUUID()}?replicaSet=rs0`
})
afterAll(async () => {
  const ended = new Promise((resolve) => mongod.on('exit', resolve))
  mongod.kill('SIGKILL')
  await ended
  await rm(folder, { recursive: true, force: true })
})

const standalone = () =>
  `${process.env['TEST_MONGODB_URI'] ?? 'mongodb://127.0.0.1:27017'}/test-${randomUUID()}`

/** Ends the term of the primary, which is then elected again. */
async function stepDown() {
  const client = await MongoClient.connect(replicaSet)
  await client
    .db('admin')
    .command({ replSetStepDown: 1, force: true })
    .finally(() => client.close())
}

describe.each([
  ['a replica set', () => replicaSet, true],
  ['a standalone server', standalone, false],
])('three processes on %s', (_, address, isReplicaSet) => {
  let sites: Awaited<ReturnType<typeof spawnSite>>[] = []
  let uri: string
  const directories = ['a', 'b', 'c'].map((name) => `${randomUUID()}-${name}`)
  beforeAll(async () => {
    uri = address()
    sites = await Promise.all(
      directories.map((directory) =>
        spawnSite({
          MONGODB_URI: uri,
          DATA_DIR: join(folder, directory),
          ADMIN_PASSWORD: adminPassword,
        }),
      ),
    )
    await Promise.all(sites.map(untilReady))
  })
  afterAll(async () => {
    for (const { child, exit } of sites) {
      child.kill('SIGTERM')
      await exit
    }
    const client = await MongoClient.connect(uri)
    await client.db().dropDatabase()
    await client.close()
  })

  const call = (index: number, path: string, options?: RequestInit) =>
    fetch(`${sites[index]?.url}${path}`, options)
  const login = (index: number, password = adminPassword) =>
    call(index, '/api/admin/login', json('POST', { username: 'admin', password }))
  const token = async (index: number) =>
    ((await (await login(index)).json()) as { token: string }).token

  it('show what was written through any of them, pages included', async () => {
    const headers = asAdmin(await token(0))
    const show = { date: '2031-07-04', venue: `Hall ${randomUUID()}`, city: 'London' }
    expect((await call(0, '/api/shows', json('POST', show, headers))).status).toBe(201)
    for (const index of [1, 2])
      for (const path of ['/api/shows', '/Shows'])
        await expect
          .poll(async () => (await call(index, path)).text(), { timeout: 10_000, interval: 20 })
          .toContain(show.venue)
  })

  it.runIf(isReplicaSet)('show the last write within two seconds of an election', async () => {
    const headers = asAdmin(await token(0))
    for (let round = 0; round < 5; round += 1) {
      await stepDown()
      const show = { date: '2031-07-04', venue: `Hall ${randomUUID()}`, city: 'London' }
      const add = async () =>
        (await call(round % 3, '/api/shows', json('POST', show, headers))).status
      await expect.poll(add, { timeout: 20_000, interval: 20 }).toBe(201)
      for (const index of [0, 1, 2])
        await expect
          .poll(async () => (await call(index, '/api/shows')).text(), {
            timeout: 2_000,
            interval: 20,
          })
          .toContain(show.venue)
    }
  })

  it('play what was uploaded through any of them', async () => {
    const fields = { name: `Song ${randomUUID()}`, artist: 'x', location: 'x' }
    const headers = asAdmin(await token(1))
    const upload = { method: 'POST', headers, body: trackForm(fields, mp3()) }
    const response = await call(1, '/api/music/upload', upload)
    const { music } = (await response.json()) as { music: { mp3FilePath: string } }
    for (const index of [0, 2]) {
      await expect
        .poll(async () => (await call(index, '/api/music')).text(), {
          timeout: 10_000,
          interval: 20,
        })
        .toContain(fields.name)
      const file = await (await call(index, music.mp3FilePath)).arrayBuffer()
      expect(file.byteLength).toBe(mp3().length)
    }
  })

  it('delete their copies of a track that was deleted through any of them', async () => {
    const headers = asAdmin(await token(0))
    const fields = { name: 'x', artist: 'x', location: 'x' }
    const upload = { method: 'POST', headers, body: trackForm(fields, mp3()) }
    const { music } = (await (await call(0, '/api/music/upload', upload)).json()) as {
      music: { _id: string; fileId: string; mp3FilePath: string }
    }
    const copies = () => readdir(join(folder, directories[1] ?? '', 'cache'))
    await expect
      .poll(async () => (await call(1, '/api/music')).text(), { timeout: 10_000, interval: 20 })
      .toContain(music.fileId)
    expect((await call(1, music.mp3FilePath)).status).toBe(200)
    expect(await copies()).toContain(`${music.fileId}.mp3`)
    await call(0, `/api/music/${music._id}`, { method: 'DELETE', headers })
    await expect
      .poll(copies, { timeout: 10_000, interval: 20 })
      .not.toContain(`${music.fileId}.mp3`)
    expect((await call(1, music.mp3FilePath)).status).toBe(404)
  })

  it('know of each other’s log-outs', async () => {
    const headers = asAdmin(await token(0))
    expect((await call(1, '/api/admin/verify-token', { headers })).status).toBe(200)
    await call(2, '/api/admin/logout', { method: 'POST', headers })
    expect((await call(1, '/api/admin/verify-token', { headers })).status).toBe(401)
  })

  it('store one enquiry for one key, whichever gets it', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const body = { name: `Once ${key['idempotency-key']}`, email: 'pat@example.org', message: 'x' }
    const statuses = await Promise.all(
      [0, 1, 2, 0, 1, 2].map(
        async (index) => (await call(index, '/bookus', json('POST', body, key))).status,
      ),
    )
    expect(new Set(statuses)).toEqual(new Set([201]))
    const response = await call(1, '/api/enquiries', { headers: asAdmin(await token(1)) })
    const { enquiries } = (await response.json()) as { enquiries: { name: string }[] }
    expect(enquiries.filter(({ name }) => name === body.name).length).toBe(1)
  })

  it('count attempts to log in together', async () => {
    for (const index of [0, 1, 2, 0, 1, 2]) await login(index, 'wrong')
    for (const index of [0, 1, 2]) expect((await login(index)).status).toBe(429)
  })
})

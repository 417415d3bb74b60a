import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBalancer } from '../testing/balancer'
import { type ReplicaSet, startReplicaSet } from '../testing/replica-set'
import { asAdmin, json, mp3, trackForm } from '../testing/requests'
import { adminPassword, spawnSite, untilReady } from '../testing/site-process'

let folder: string
let replicaSet: ReplicaSet

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'processes-'))
  replicaSet = await startReplicaSet()
})
afterAll(async () => {
  await replicaSet.stop()
  await rm(folder, { recursive: true, force: true })
})

const standalone = () =>
  `${process.env['TEST_MONGODB_URI'] ?? 'mongodb://127.0.0.1:27017'}/test-${randomUUID()}`

describe.each([
  ['a replica set', () => replicaSet.uri(`test-${randomUUID()}`), true],
  ['a standalone server', standalone, false],
])('three processes on %s', (_, address, isReplicaSet) => {
  let sites: Awaited<ReturnType<typeof spawnSite>>[] = []
  let uri: string
  const directories = ['a', 'b', 'c'].map((name) => `${randomUUID()}-${name}`)
  beforeAll(async () => {
    uri = address()
    sites = await Promise.all(directories.map((_, index) => start(index)))
    await Promise.all(sites.map(untilReady))
  })
  const start = (index: number, port?: number) =>
    spawnSite({
      MONGODB_URI: uri,
      DATA_DIR: join(folder, directories[index] ?? ''),
      ADMIN_PASSWORD: adminPassword,
      DRAIN_SECONDS: '2',
      ...(port && { PORT: String(port) }),
    })
  afterAll(async () => {
    for (const { child } of sites) child.kill('SIGTERM')
    await Promise.all(sites.map(({ exit }) => exit))
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

  it('show the writes of each of them, pages included', async () => {
    const headers = asAdmin(await token(0))
    const show = { date: '2031-07-04', venue: `Hall ${randomUUID()}`, city: 'London' }
    expect((await call(0, '/api/shows', json('POST', show, headers))).status).toBe(201)
    for (const index of [1, 2])
      for (const path of ['/api/shows', '/Shows'])
        await expect
          .poll(async () => (await call(index, path)).text(), { interval: 20 })
          .toContain(show.venue)
  })

  it('serve changed words, and a show that one of them has deleted and another one restored', async () => {
    const headers = asAdmin(await token(0))
    const tagline = `Loud ${randomUUID()}`
    const changed = await call(1, '/api/site', json('PUT', { tagline }, headers))
    expect(changed.status).toBe(200)
    const show = { date: '2031-07-06', venue: `Hall ${randomUUID()}`, city: 'London' }
    const added = await call(1, '/api/shows', json('POST', show, headers))
    const { _id } = ((await added.json()) as { show: { _id: string } }).show
    const texts = (index: number) =>
      Promise.all(
        ['/api/site', '/', '/api/shows', '/Shows'].map(async (path) =>
          (await call(index, path)).text(),
        ),
      )
    for (const index of [0, 2])
      await expect
        .poll(async () => (await texts(index)).join(), { interval: 20 })
        .toMatch(
          new RegExp(`${tagline}[\\s\\S]*${tagline}[\\s\\S]*${show.venue}[\\s\\S]*${show.venue}`),
        )
    // Another process may not know of the show yet; the database does.
    expect((await call(2, `/api/shows/${_id}`, { method: 'DELETE', headers })).status).toBe(204)
    const restore = await call(0, `/api/admin/bin/${_id}/restore`, { method: 'POST', headers })
    expect(restore.status).toBe(200)
    for (const index of [0, 1, 2])
      await expect
        .poll(async () => (await call(index, '/api/shows')).text(), { interval: 20 })
        .toContain(show.venue)
  })

  it.runIf(isReplicaSet)('show the last write within two seconds of an election', async () => {
    const headers = asAdmin(await token(0))
    for (let round = 0; round < 5; round += 1) {
      await replicaSet.stepDown()
      const show = { date: '2031-07-04', venue: `Hall ${randomUUID()}`, city: 'London' }
      const add = async () =>
        (await call(round % 3, '/api/shows', json('POST', show, headers))).status
      await expect.poll(add, { interval: 20 }).toBe(201)
      for (const index of [0, 1, 2])
        await expect
          .poll(async () => (await call(index, '/api/shows')).text(), {
            timeout: 2_000,
            interval: 20,
          })
          .toContain(show.venue)
    }
  })

  it.runIf(isReplicaSet)(
    'refuse writes within five seconds without a majority, and store a repeated one once',
    async () => {
      const headers = { ...asAdmin(await token(0)), 'idempotency-key': randomUUID() }
      const show = { date: '2031-07-05', venue: `Hall ${randomUUID()}`, city: 'London' }
      const add = () => call(0, '/api/shows', json('POST', show, headers))
      const other = await call(
        0,
        '/api/songs',
        json('POST', { title: 'Aja', artist: 'x' }, headers),
      )
      const { song } = (await other.json()) as { song: { _id: string } }
      await replicaSet.withoutMajority('primary', async () => {
        const signal = AbortSignal.timeout(5_000)
        const refused = await Promise.all([
          call(0, '/api/shows', { ...json('POST', show, headers), signal }),
          call(0, `/api/songs/${song._id}`, { method: 'DELETE', headers, signal }),
        ])
        expect(refused.map(({ status }) => status)).toEqual([503, 503])
        expect((await call(1, '/api/shows')).status).toBe(200)
      })
      await expect.poll(async () => (await add()).status, { timeout: 30_000 }).toBe(201)
      const { shows } = (await (await call(0, '/api/shows')).json()) as {
        shows: { venue: string }[]
      }
      expect(shows.filter(({ venue }) => venue === show.venue).length).toBe(1)
    },
  )

  it.runIf(isReplicaSet)(
    'stay ready to serve pages without a primary, and refuse writes',
    async () => {
      const headers = asAdmin(await token(0))
      const show = { date: '2031-07-05', venue: 'Hall', city: 'London' }
      const add = async () => (await call(0, '/api/shows', json('POST', show, headers))).status
      const health = async () => (await call(0, '/api/health')).status
      await replicaSet.withoutMajority('secondary', async () => {
        expect(await add()).toBe(503)
        await expect.poll(health).toBe(200)
        expect((await call(0, '/Shows')).status).toBe(200)
        expect(await add()).toBe(503)
      })
      await expect.poll(add, { timeout: 30_000 }).toBe(201)
    },
  )

  it.runIf(isReplicaSet)('fail no request while each of them is restarted in turn', async () => {
    const ports = sites.map(({ url }) => Number(new URL(url).port))
    const balancer = startBalancer(ports)
    const statuses = new Map<number, number>()
    let isOver = false
    const headers = asAdmin(await token(0))
    async function visit() {
      for (let count = 0; !isOver; count += 1) {
        const show = { date: '2031-07-06', venue: 'Hall', city: 'London' }
        const response =
          count % 10 === 0
            ? await fetch(`${balancer.url}/api/shows`, json('POST', show, headers))
            : await fetch(`${balancer.url}/Shows`)
        await response.arrayBuffer()
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
      }
    }
    const visiting = Promise.all([visit(), visit(), visit()])
    for (const [index, { child, exit }] of sites.entries()) {
      child.kill('SIGTERM')
      expect(await exit).toBe(0)
      sites[index] = await start(index, ports[index])
      await untilReady(sites[index])
    }
    isOver = true
    await visiting
    await balancer.stop()
    expect([...statuses.keys()].sort()).toEqual([200, 201])
  })

  it('play a track that was uploaded through any of them', async () => {
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
      .poll(async () => (await call(1, '/api/music')).text(), { interval: 20 })
      .toContain(music.fileId)
    expect((await call(1, music.mp3FilePath)).status).toBe(200)
    expect(await copies()).toContain(`${music.fileId}.mp3`)
    await call(0, `/api/music/${music._id}`, { method: 'DELETE', headers })
    await expect.poll(copies, { interval: 20 }).not.toContain(`${music.fileId}.mp3`)
    expect((await call(1, music.mp3FilePath)).status).toBe(404)
  })

  it('serve the scripts and styles of each other’s builds', async () => {
    const client = await MongoClient.connect(uri)
    const [ofOwn] = await client
      .db()
      .collection<{ _id: string }>('buildFiles')
      .find({ brotli: { $exists: true } })
      .limit(1)
      .toArray()
    const script = await (await call(0, ofOwn?._id ?? '')).text()
    // As an instance of another build does at its start.
    const path = '/assets/of-another-build-Bx1.js'
    const { _id, ...content } = ofOwn ?? { _id: '' }
    await client
      .db()
      .collection<{ _id: string }>('buildFiles')
      .insertOne({ _id: path, ...content })
    await client.close()
    for (const index of [0, 1, 2])
      for (const encoding of ['br', 'identity']) {
        const headers = { 'accept-encoding': encoding }
        const response = await call(index, path, { headers })
        expect(response.status).toBe(200)
        expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
        expect(response.headers.get('cache-control')).toContain('immutable')
        expect(await response.text()).toBe(script)
      }
    expect((await call(0, '/assets/of-no-build.js')).status).toBe(404)
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

  it('add the shows of an import once for one key, whichever gets it, and undo it in another one', async () => {
    const key = randomUUID()
    const headers = { ...asAdmin(await token(0)), 'content-type': 'text/csv' }
    const body = `date,venue,city\n2031-10-01,One ${key},London\n2031-10-02,Two ${key},London`
    const request = { method: 'POST', headers: { ...headers, 'idempotency-key': key }, body }
    const responses = await Promise.all(
      [0, 1, 2].map((index) => call(index, '/api/admin/import/shows', request)),
    )
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    const texts = new Set(await Promise.all(responses.map((response) => response.text())))
    expect(texts.size).toBe(1)
    const count = async (index: number) => {
      const response = await call(index, '/api/shows')
      const { shows } = (await response.json()) as { shows: { venue: string }[] }
      return shows.filter(({ venue }) => venue.includes(key)).length
    }
    for (const index of [0, 1, 2]) await expect.poll(() => count(index), { interval: 20 }).toBe(2)
    const { importId } = JSON.parse([...texts].join()) as { importId: string }
    const undo = `/api/admin/import/${importId}/undo`
    expect((await call(2, undo, { method: 'POST', headers })).status).toBe(204)
    for (const index of [0, 1, 2]) await expect.poll(() => count(index), { interval: 20 }).toBe(0)
  })

  it('let one of several orders of one version win, and tell the others', async () => {
    const headers = asAdmin(await token(0))
    for (const name of ['x', 'y', 'z']) {
      const body = trackForm({ name: `${name} ${randomUUID()}`, artist: 'x', location: 'x' }, mp3())
      await call(0, '/api/music/upload', { method: 'POST', headers, body })
    }
    const listed = async (index: number) => {
      const response = await call(index, '/api/admin/music', { headers })
      return (await response.json()) as {
        order: { version: number }
        music: { _id: string }[]
      }
    }
    const { order, music } = await listed(0)
    const ids = music.map(({ _id }) => _id)
    for (const index of [1, 2])
      await expect.poll(async () => (await listed(index)).music.length).toBe(ids.length)
    const ifMatch = { 'if-match': `"v${order.version}"` }
    const rotated = [...ids.slice(1), ...ids.slice(0, 1)]
    const orders = [ids.toReversed(), rotated, rotated.toReversed()]
    const statuses = await Promise.all(
      orders.map(async (order, index) => {
        const request = json('PUT', { ids: order }, { ...headers, ...ifMatch })
        return (await call(index, '/api/music/order', request)).status
      }),
    )
    expect(statuses.sort()).toEqual([200, 412, 412])
  })

  it('agree on a held night, create one show of its enquiry, and list a new song', async () => {
    const headers = asAdmin(await token(0))
    const date = '2031-09-12'
    const message = randomUUID()
    const enquiry = { name: 'Pat', email: 'pat@example.org', message, date }
    expect((await call(0, '/bookus', json('POST', enquiry))).status).toBe(201)
    const { enquiries } = (await (await call(1, '/api/enquiries', { headers })).json()) as {
      enquiries: { _id: string; message: string }[]
    }
    const path = `/api/enquiries/${enquiries.find((one) => one.message === message)?._id}`
    const states = () =>
      Promise.all(
        [0, 1, 2].map(async (index) => {
          const response = await call(index, `/api/availability?from=${date}&to=${date}`)
          return ((await response.json()) as { days: object[] }).days
        }),
      )
    const hold = { status: 'held', holdUntil: '2031-09-01' }
    expect((await call(1, path, json('PUT', hold, headers))).status).toBe(200)
    expect(await states()).toEqual(Array(3).fill([{ date, state: 'asked' }]))
    const ids = await Promise.all(
      [0, 1, 2].map(async (index) => {
        const made = await call(
          index,
          `${path}/show`,
          json('POST', { visibility: 'draft' }, headers),
        )
        return ((await made.json()) as { show: { _id: string } }).show._id
      }),
    )
    expect(new Set(ids).size).toBe(1)
    expect(await states()).toEqual(Array(3).fill([{ date, state: 'taken' }]))
    const song = { title: `Song ${message}`, artist: 'Traditional' }
    expect((await call(2, '/api/songs', json('POST', song, headers))).status).toBe(201)
    for (const index of [0, 1])
      await expect
        .poll(async () => (await call(index, '/api/songs')).text(), { interval: 20 })
        .toContain(song.title)
  })

  it('count attempts to log in together', async () => {
    for (const index of [0, 1, 2, 0, 1, 2]) await login(index, 'wrong')
    for (const index of [0, 1, 2]) expect((await login(index)).status).toBe(429)
  })
})

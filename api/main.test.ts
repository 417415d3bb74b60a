import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { MongoClient } from 'mongodb'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { mongodPidIn } from '../testing/mongod'
import { asAdmin, json, mp3, streamedTrack, trackForm } from '../testing/requests'
import { adminPassword, spawnSite, startSite, untilReady } from '../testing/site-process'
import { suspend } from '../testing/suspend'
import { startMongod } from './mongo/embedded-mongod'
import { isRunning } from './process/processes'

let dataDirectory: string
beforeEach(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'embedded-'))
})
const started: Awaited<ReturnType<typeof spawnSite>>[] = []
afterEach(async () => {
  // A failed test may have left processes running.
  for (const { child, exit } of started.splice(0)) {
    child.kill('SIGTERM')
    await exit
  }
  await rm(dataDirectory, { recursive: true, force: true })
})

async function embedded(more: Record<string, string> = {}) {
  const mongod = process.env['TEST_MONGOD'] ?? ''
  const site = await spawnSite({ DATA_DIR: dataDirectory, MONGOD: mongod, ...more })
  started.push(site)
  return site
}

const onePixel = async () =>
  new Uint8Array(
    await sharp({ create: { width: 1, height: 1, channels: 3, background: '#c2361a' } })
      .png()
      .toBuffer(),
  )

const mongodPid = () => mongodPidIn(dataDirectory)

describe('starting', () => {
  it('prints a password once, fills the empty site, and starts again with what it had', async () => {
    const first = await embedded()
    await untilReady(first)
    const [, password = ''] = /Password {2}(\S+)/.exec(first.output()) ?? []
    expect(password.length).toBeGreaterThan(15)
    expect(first.output()).toContain(`${first.url}/login`)
    const shows = async (url: string) =>
      ((await (await fetch(`${url}/api/shows`)).json()) as { shows: unknown[] }).shows
    const before = await shows(first.url)
    expect(before.length).toBe(7)
    expect((await stat(dataDirectory)).mode & 0o077).toBe(0)
    const login = (url: string) =>
      fetch(`${url}/api/admin/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'admin', password }),
      })
    const { token } = (await (await login(first.url)).json()) as { token: string }
    const pid = await mongodPid()
    first.child.kill('SIGTERM')
    expect(await first.exit).toBe(0)
    expect(isRunning(pid)).toBe(false)

    const second = await embedded()
    await untilReady(second)
    expect(second.output()).not.toContain('Password')
    expect(await shows(second.url)).toEqual(before)
    expect((await login(second.url)).status).toBe(200)
    const verified = await fetch(`${second.url}/api/admin/verify-token`, {
      headers: asAdmin(token),
    })
    expect(verified.status).toBe(200)
    second.child.kill('SIGINT')
    expect(await second.exit).toBe(0)
  })

  it('takes a data folder for itself, also after it was killed', async () => {
    const first = await embedded({ DEMO_CONTENT: 'off' })
    await untilReady(first)
    const second = await embedded()
    expect(await second.exit).toBe(1)
    expect(second.output()).toContain(`The data in ${dataDirectory} is in use`)
    expect((await fetch(`${first.url}/api/health`)).status).toBe(200)

    first.child.kill('SIGKILL')
    await first.exit
    const leftOver = await mongodPid()
    expect(isRunning(leftOver)).toBe(true)
    const third = await embedded({ DEMO_CONTENT: 'off' })
    await untilReady(third)
    expect(isRunning(leftOver)).toBe(false)
    third.child.kill()
    expect(await third.exit).toBe(0)
  })

  it('refuses to open its data with an older MongoDB', async () => {
    const first = await embedded({ DEMO_CONTENT: 'off' })
    await untilReady(first)
    first.child.kill()
    await first.exit
    const record = join(dataDirectory, 'mongod.version')
    expect(await readFile(record, 'utf8')).toMatch(/^\d+\.\d+\.\d+\n$/)
    await writeFile(record, '99.0.0\n')
    const second = await embedded()
    expect(await second.exit).toBe(1)
    expect(second.output()).toContain("can't open data that MongoDB 99.0.0 has written")
  })

  it('says which port is in use, and leaves nothing running', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const site = await embedded({ PORT: String(port), DEMO_CONTENT: 'off' })
    expect(await site.exit).toBe(1)
    expect(site.output()).toContain(`Port ${port} is in use`)
    expect(site.output()).toContain('PORT=')
    server.close()
    // The failed start did not use up the first password: the next start prints it.
    const next = await embedded({ DEMO_CONTENT: 'off' })
    await untilReady(next)
    expect(next.output()).toMatch(/Password {2}\S+/)
  })

  it('shares its port with no second site', async () => {
    const first = await embedded({ DEMO_CONTENT: 'off' })
    await untilReady(first)
    const { port } = new URL(first.url)
    const other = await mkdtemp(join(tmpdir(), 'embedded-'))
    const second = await embedded({ DATA_DIR: other, PORT: port, DEMO_CONTENT: 'off' })
    expect(await second.exit).toBe(1)
    expect(second.output()).toContain(`Port ${port} is in use`)
    await rm(other, { recursive: true, force: true })
  })

  it.each([
    ['PORT', 'x'],
    ['MONGOD', '/no/such/mongod'],
    ['MONGOD', '/bin/ls'],
    ['HOST', '192.0.2.1'],
    ['DATA_DIR', '/dev/null'],
  ])('stops with one line when %s can’t be used', async (name, value) => {
    const site = await embedded({ [name]: value })
    expect(await site.exit).toBe(1)
    expect(site.output().trim().split('\n').length).toBe(1)
    expect(site.output()).toContain(`${name}="${value}"`)
  })

  it('changes the password when the environment does, which ends the printed link', async () => {
    const first = await embedded({ DEMO_CONTENT: 'off' })
    await untilReady(first)
    const [, password = ''] = /Password {2}(\S+)/.exec(first.output()) ?? []
    const [, code = ''] = /#code=([^&]+)/.exec(first.output()) ?? []
    first.child.kill()
    await first.exit
    const second = await embedded({ ADMIN_PASSWORD: 'another password', DEMO_CONTENT: 'off' })
    await untilReady(second)
    const post = (path: string, body: object) =>
      second.fetch(path, json('POST', { username: 'admin', ...body }))
    expect((await post('/api/admin/login', { password })).status).toBe(401)
    const recovery = { code: decodeURIComponent(code), newPassword: 'a stranger’s password' }
    expect((await post('/api/admin/recover', recovery)).status).toBe(401)
    expect((await post('/api/admin/login', { password: 'another password' })).status).toBe(200)
    second.child.kill()
    await second.exit
  })
})

describe('the embedded database', () => {
  /** Returns the TCP ports on which a process listens (Linux only: proc(5)). */
  async function portsOf(pid: number): Promise<number[]> {
    const targets = await openFilesOf(pid)
    const tables = await Promise.all(
      ['tcp', 'tcp6'].map((name) => readFile(`/proc/${pid}/net/${name}`, 'utf8')),
    )
    const rows = tables.flatMap((table) => table.trim().split('\n').slice(1))
    return rows.flatMap((row) => {
      const [, local = '', , state, , , , , , inode] = row.trim().split(/\s+/)
      const isListening = state === '0A' && targets.includes(`socket:[${inode}]`)
      return isListening ? [Number.parseInt(local.split(':')[1] ?? '', 16)] : []
    })
  }
  /** Returns the paths of the Unix sockets of a process (Linux only: proc(5)). */
  async function socketPathsOf(pid: number): Promise<Set<string>> {
    const targets = await openFilesOf(pid)
    const rows = (await readFile(`/proc/${pid}/net/unix`, 'utf8')).trim().split('\n').slice(1)
    const paths = rows.flatMap((row) => {
      const [, , , , , , inode, path] = row.trim().split(/\s+/)
      return path && targets.includes(`socket:[${inode}]`) ? [path] : []
    })
    return new Set(paths)
  }
  async function openFilesOf(pid: number) {
    const links = await readdir(`/proc/${pid}/fd`)
    return Promise.all(links.map((fd) => readlink(`/proc/${pid}/fd/${fd}`)))
  }
  const backup = async (directory: string) => {
    const bun = join(import.meta.dirname, '../node_modules/.bin/bun')
    const file = join(directory, 'by-hand.tar.zst')
    await promisify(execFile)(bun, [join(import.meta.dirname, 'cli/main.ts'), 'backup', file], {
      env: { PATH: process.env['PATH'], DATA_DIR: directory },
    })
    return (await stat(file)).size
  }

  it.runIf(process.platform === 'linux')(
    'listens on a socket that only its user can open, and on no port',
    async () => {
      const site = await embedded({ DEMO_CONTENT: 'off' })
      await untilReady(site)
      expect(await portsOf(await mongodPid())).toEqual([])
      const socket = await stat(join(dataDirectory, 'mongod.sock'))
      expect([socket.isSocket(), socket.mode & 0o777]).toEqual([true, 0o600])
      // A socket in the system's temporary folder would keep other sites on the machine from starting.
      expect(await socketPathsOf(await mongodPid())).toEqual(
        new Set([join(dataDirectory, 'mongod.sock')]),
      )
      expect(await backup(dataDirectory)).toBeGreaterThan(0)
    },
  )

  it.runIf(process.platform === 'linux')(
    'asks for a password where the path is too long for a socket',
    async () => {
      const directory = join(dataDirectory, 'x'.repeat(100))
      const variables = { DATA_DIR: directory, ADMIN_PASSWORD: adminPassword, DEMO_CONTENT: 'off' }
      const first = await embedded(variables)
      await untilReady(first)
      const pid = () => mongodPidIn(directory)
      const [port] = await portsOf(await pid())
      const stranger = await MongoClient.connect(`mongodb://127.0.0.1:${port}/band`)
      const accounts = stranger.db().collection('accounts')
      await expect(accounts.findOne()).rejects.toThrow(/requires authentication/)
      await expect(
        stranger.db('admin').command({ createUser: 'x', pwd: 'x', roles: ['root'] }),
      ).rejects.toThrow(/requires authentication|not authorized/)
      await stranger.close()
      expect((await stat(join(directory, 'mongod.secret'))).mode & 0o777).toBe(0o600)
      expect(await backup(directory)).toBeGreaterThan(0)

      // The same holds after a crash of the database and after a restart of the site.
      process.kill(await pid(), 'SIGKILL')
      await expect.poll(() => first.output()).toContain('it is started again')
      await untilReady(first)
      first.child.kill()
      expect(await first.exit).toBe(0)
      const second = await embedded(variables)
      await untilReady(second)
      expect((await fetch(`${second.url}/api/health`)).status).toBe(200)
    },
  )
})

it('stays up while its database is unavailable, responds to writes with 503, and recovers', async () => {
  const binary = process.env['TEST_MONGOD'] ?? ''
  const mongod = await startMongod(binary, dataDirectory)
  const site = await spawnSite({
    LOG_LEVEL: 'info',
    MONGODB_URI: mongod.uri,
    DATA_DIR: join(dataDirectory, 'site'),
    ADMIN_PASSWORD: adminPassword,
    DEMO_CONTENT: 'on',
  })
  started.push(site)
  await untilReady(site)
  const call = (path: string, options?: RequestInit) => fetch(site.url + path, options)
  const credentials = { username: 'admin', password: adminPassword }
  const login = () => call('/api/admin/login', json('POST', credentials))
  const { token } = (await (await login()).json()) as { token: string }
  process.kill(mongod.pid, 'SIGKILL')
  await mongod.ended

  const readiness = () => call('/api/health')
  await expect.poll(async () => (await readiness()).status).toBe(503)
  expect((await readiness()).headers.get('retry-after')).toBe('1')
  expect((await call('/api/health/live')).status).toBe(200)
  expect(((await (await call('/api/shows')).json()) as { shows: unknown[] }).shows.length).toBe(7)
  expect((await call('/Shows')).status).toBe(200)
  const show = { date: '2031-01-01', venue: 'v', city: 'c' }
  const write = () => call('/api/shows', json('POST', show, asAdmin(token)))
  const refused = await write()
  expect(refused.status).toBe(503)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused.text()).not.toMatch(/mongo|ECONN|127\.0\.0\.1/i)
  expect((await login()).status).toBe(503)
  const id = refused.headers.get('x-request-id') ?? 'none'
  const lines = () => site.output().split('\n')
  const line = () => lines().find((one) => one.includes(id) && one.startsWith('{'))
  await expect
    .poll(() => JSON.parse(line() ?? '{}'))
    .toMatchObject({ method: 'POST', path: '/api/shows', status: 503 })

  const again = await startMongod(binary, dataDirectory, mongod.access)
  await expect.poll(async () => (await write()).status).toBe(201)
  expect((await call('/api/health')).status).toBe(200)
  site.child.kill()
  expect(await site.exit).toBe(0)
  await again.stop()
})

it('keeps serving after the reader of its output is gone', async () => {
  const site = await embedded({ ADMIN_PASSWORD: adminPassword, DEMO_CONTENT: 'off' })
  await untilReady(site)
  for (const stream of [site.child.stdout, site.child.stderr]) stream.destroy()
  const credentials = json('POST', { username: 'admin', password: 'no, not this' })
  for (let time = 0; time < 2; time += 1)
    expect((await site.fetch('/api/admin/login', credentials)).status).toBe(401)
  expect((await site.fetch('/api/health')).status).toBe(200)
  site.child.kill()
  expect(await site.exit).toBe(0)
})

it('starts its own database again when that dies, and says so', async () => {
  const site = await embedded({ ADMIN_PASSWORD: adminPassword })
  await untilReady(site)
  const call = (path: string, options?: RequestInit) => fetch(site.url + path, options)
  const credentials = { username: 'admin', password: adminPassword }
  const login = await call('/api/admin/login', json('POST', credentials))
  const { token } = (await login.json()) as { token: string }
  const pid = await mongodPid()
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => site.output()).toContain('it is started again')
  const show = { date: '2031-01-01', venue: 'v', city: 'c' }
  const write = async () => (await call('/api/shows', json('POST', show, asAdmin(token)))).status
  await expect.poll(write).toBe(201)
  expect(await mongodPid()).not.toBe(pid)
  site.child.kill()
  expect(await site.exit).toBe(0)
})

it('refuses writes within 5 seconds while its database hangs, reads on, and writes again at once after', async () => {
  const site = await embedded({ ADMIN_PASSWORD: adminPassword, DEMO_CONTENT: 'off' })
  await untilReady(site)
  const call = (path: string, options?: RequestInit) => fetch(site.url + path, options)
  const enquiry = json('POST', { name: 'Ann', email: 'ann@example.org', message: 'Play!' })
  const write = () => call('/bookus', { ...enquiry, signal: AbortSignal.timeout(5_000) })
  expect((await write()).status).toBe(201)
  const paths = ['/api/shows', '/api/music', '/Shows', '/shows.ics']
  for (const path of paths) expect((await call(path)).headers.get('warning')).toBeNull()

  const pid = await mongodPid()
  try {
    await suspend(pid)
    // Sent before and after the site has detected the outage.
    for (const refused of [await write(), await write()]) {
      expect(refused.status).toBe(503)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect((await call('/api/health')).status).toBe(503)
    for (const path of paths) {
      const response = await call(path)
      expect(response.status).toBe(200)
      expect(response.headers.get('warning')).toBe('110 - "Response is Stale"')
    }
  } finally {
    process.kill(pid, 'SIGCONT')
  }
  await expect.poll(async () => (await write()).status).toBe(201)
  expect((await call('/api/shows')).headers.get('warning')).toBeNull()
})

it('takes no file that its disk has no room for, and plays those that it has', async () => {
  const site = await embedded({ ADMIN_PASSWORD: adminPassword, DISK_RESERVE_MB: '1073741824' })
  await untilReady(site)
  const call = (path: string, options?: RequestInit) => fetch(site.url + path, options)
  const credentials = { username: 'admin', password: adminPassword }
  const login = await call('/api/admin/login', json('POST', credentials))
  const { token } = (await login.json()) as { token: string }
  const before = await (await call('/api/music')).text()
  const form = trackForm({ name: 'a', artist: 'b', location: 'c' }, mp3())
  const headers = asAdmin(token)
  const refused = await call('/api/music/upload', { method: 'POST', headers, body: form })
  expect(refused.status).toBe(507)
  expect(await refused.json()).toMatchObject({
    detail: 'The disk of this site is full. Nothing was stored.',
  })
  expect(await (await call('/api/music')).text()).toBe(before)
  const picture = new FormData()
  picture.set('picture', new Blob([await onePixel()], { type: 'image/png' }), 'a.png')
  const upload = {
    ...headers,
    'tus-resumable': '1.0.0',
    'upload-length': '1000',
    'upload-metadata': `filename ${btoa('a.mp3')}`,
  }
  for (const [path, options] of [
    ['/api/pictures', { headers, body: picture }],
    ['/api/uploads', { headers: upload }],
  ] as const)
    expect([path, (await call(path, { method: 'POST', ...options })).status]).toEqual([path, 507])
  expect(await readdir(join(dataDirectory, 'uploads')).catch(() => [])).toEqual([])

  const { music } = JSON.parse(before) as { music: { mp3FilePath: string; size: number }[] }
  const [track] = music
  const played = await call(track?.mp3FilePath ?? '')
  expect((await played.arrayBuffer()).byteLength).toBe(track?.size)
  const part = await call(track?.mp3FilePath ?? '', { headers: { range: 'bytes=0-99' } })
  expect((await part.arrayBuffer()).byteLength).toBe(100)
  expect(await readdir(join(dataDirectory, 'cache'))).toEqual([])
  // What takes little room goes on.
  const added = await call(
    '/api/shows',
    json('POST', { date: '2031-01-01', venue: 'v', city: 'c' }, headers),
  )
  expect(added.status).toBe(201)
  const { show } = (await added.json()) as { show: { _id: string } }
  for (const [method, path, status] of [
    ['DELETE', `/api/shows/${show._id}`, 204],
    ['POST', `/api/admin/bin/${show._id}/restore`, 200],
  ] as const)
    expect([path, (await call(path, { method, headers })).status]).toEqual([path, status])
  const words = await call('/api/site', json('PUT', { tagline: 'Louder' }, headers))
  expect(words.status).toBe(200)
})

it('goes on serving while a load balancer notices that it stops', async () => {
  const site = await startSite({ TRUST_PROXY: '1', DRAIN_SECONDS: '4' })
  const fresh = { headers: { connection: 'close' } }
  site.process().kill('SIGTERM')
  const health = async () => (await site.fetch('/api/health', fresh)).status
  await expect.poll(health, { interval: 20 }).toBe(503)
  const served = await site.fetch('/api/shows', fresh)
  expect(served.status).toBe(200)
  expect((await site.fetch('/api/health/live', fresh)).status).toBe(200)
  await refusesConnections(site.url)
  await site.stop()
  expect(site.process().exitCode).toBe(0)
})

it('finishes what is under way before it stops', async () => {
  const site = await startSite()
  const token = await site.token()
  const isUnderWay = () => site.db.collection('uploads').countDocuments()
  async function* slowly() {
    yield mp3().subarray(0, 1000)
    await expect.poll(isUnderWay).toBe(1)
    site.process().kill('SIGTERM')
    await refusesConnections(site.url)
    yield mp3().subarray(1000)
  }
  const response = await fetch(`${site.url}/api/music/upload`, streamedTrack(token, slowly()))
  expect(response.status).toBe(201)
  await site.stop()
  expect(site.process().exitCode).toBe(0)
})

async function refusesConnections(url: string) {
  const connects = () =>
    fetch(`${url}/api/health/live`, { headers: { connection: 'close' } }).then(
      () => true,
      () => false,
    )
  await expect.poll(connects).toBe(false)
}

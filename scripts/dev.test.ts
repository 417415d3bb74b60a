import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import getPort from 'get-port'
import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from '../api/process/processes'
import { mongodbUrl } from '../testing/databases'

const root = join(import.meta.dirname, '..')
const databaseUri = `${mongodbUrl()}/test-${randomUUID()}`
let dataDirectory: string
let url: string
let server: ChildProcess
let output = ''

beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'dev-'))
  const port = await getPort()
  url = `http://localhost:${port}`
  server = spawn(join(root, 'node_modules/.bin/bun'), ['scripts/dev.ts'], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: String(port),
      MONGODB_URI: databaseUri,
      DATA_DIR: dataDirectory,
      DEMO_CONTENT: 'on',
      ADMIN_PASSWORD: 'correct horse battery',
    },
  })
  for (const stream of [server.stdout, server.stderr])
    stream?.on('data', (text) => {
      output += text
    })
  const isReady = async () => (await fetch(`${url}/api/health`).catch(() => undefined))?.ok ?? false
  expect(await until(isReady, 50_000), output).toBe(true)
})
afterAll(async () => {
  const ended = new Promise((resolve) => server.on('exit', resolve))
  server.kill('SIGTERM')
  await ended
  const client = await MongoClient.connect(databaseUri)
  await client.db().dropDatabase()
  await client.close()
  await rm(dataDirectory, { recursive: true, force: true })
})

it('development renders the pages', async () => {
  for (const path of ['/', '/Shows', '/Music']) {
    const response = await fetch(url + path)
    expect([path, response.status], output).toEqual([path, 200])
    expect(await response.text()).toContain('/web/entry-client.tsx')
  }
  expect((await fetch(`${url}/nowhere`)).status).toBe(404)
})

it('development serves feeds, files and manifests as the site does', async () => {
  const page = await (await fetch(`${url}/Shows`)).text()
  const calendar = /\/shows\/[0-9a-f]{24}\/calendar\.ics/.exec(page)?.[0] ?? ''
  for (const [path, type] of [
    ['/shows.ics', 'text/calendar'],
    [calendar, 'text/calendar'],
    ['/shows.rss', 'application/rss+xml'],
    ['/sitemap.xml', 'application/xml'],
    ['/robots.txt', 'text/plain'],
    ['/llms.txt', 'text/plain'],
    ['/api/shows', 'application/json'],
  ]) {
    const response = await fetch(url + path)
    expect([path, response.status, response.headers.get('content-type')?.split(';')[0]]).toEqual([
      path,
      200,
      type,
    ])
  }
})

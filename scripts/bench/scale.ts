/** Measures how the site scales: `npm run bench -- scale`. Compares a site with 10,000 shows and 1,000 tracks
 * with one with 10 shows and 4 tracks, in turns, then measures the memory of one process at rest and with 1,000
 * listeners. Needs Linux. */
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ObjectId } from 'mongodb'
import { startThrowawayMongod } from '../../testing/mongod'
import { asAdmin, json } from '../../testing/requests'
import { type Site, spawnSite, startSite, untilReady } from '../../testing/site-process'
import { median } from '../median'
import { figuresOf, megabytes } from '../process-figures'

const mongod = await startThrowawayMongod()

const rounds = 30
/** Milliseconds in which a site finishes its background work after a write or a first read. */
const settleTime = 500
const children: { kill: () => void }[] = []
process.on('exit', () => {
  // Also after an error, no process is left running.
  for (const child of children) child.kill()
})
const quiet = { LOG_LEVEL: 'silent', RATE_LIMIT: 'off', BACKUP_KEEP: '0' }

async function fill(site: Site, shows: number, tracks: number) {
  const db = site.db
  await db.collection('shows').deleteMany({})
  const today = Math.floor(Date.now() / 86_400_000)
  await db.collection('shows').insertMany(
    Array.from({ length: shows }, (_, index) => ({
      date: new Date((today - Math.floor(shows * 0.9) + index) * 86_400_000)
        .toISOString()
        .slice(0, 10),
      venue: `The Hall Number ${index}`,
      city: index % 3 === 0 ? 'Port Stanley' : 'London',
      version: 1,
      updatedAt: new Date(),
    })),
  )
  const [track] = await db.collection('music').find().limit(1).toArray()
  const more = Math.max(0, tracks - (await db.collection('music').countDocuments()))
  if (more > 0)
    await db.collection('music').insertMany(
      Array.from({ length: more }, (_, index) => ({
        ...track,
        _id: new ObjectId(),
        fileId: new ObjectId(),
        name: `Old Tune Number ${index}`,
      })),
    )
  await site.pause()
  await site.resume()
}

/** Returns the milliseconds until a response is complete. */
async function time(url: string, init: RequestInit & { decompress?: boolean } = {}) {
  const startedAt = performance.now()
  const response = await fetch(url, { ...init, decompress: false } as RequestInit)
  await response.arrayBuffer()
  if (response.status >= 400) throw new Error(`${url} answered ${response.status}.`)
  return performance.now() - startedAt
}

console.log(
  '\nwith 10,000 shows and 1,000 tracks'.padEnd(40),
  'few'.padStart(10),
  'many'.padStart(10),
  'ratio'.padStart(8),
  '  on the wire',
)
const [few, many] = [
  await startSite({ DEMO_CONTENT: 'on', ...quiet }),
  await startSite({ DEMO_CONTENT: 'on', ...quiet }),
]
for (const site of [few, many]) children.push({ kill: () => site.process().kill() })
await fill(few, 10, 4)
await fill(many, 10_000, 1_000)

function line(name: string, [a, b]: [number[], number[]], wire = '') {
  const [first, second] = [median(a), median(b)]
  console.log(
    name.padEnd(39),
    `${first.toFixed(2)} ms`.padStart(10),
    `${second.toFixed(2)} ms`.padStart(10),
    (second / first).toFixed(2).padStart(8),
    ` ${wire}`,
  )
}

const acceptBrotli = { headers: { 'accept-encoding': 'br' } }
for (const path of ['/', '/Shows', '/Music', '/BookUs']) {
  const times: [number[], number[]] = [[], []]
  for (const site of [few, many]) await time(site.url + path, acceptBrotli)
  for (let round = 0; round < rounds * 10; round += 1) {
    times[0].push(await time(few.url + path, acceptBrotli))
    times[1].push(await time(many.url + path, acceptBrotli))
  }
  await Bun.sleep(settleTime)
  const bytes = await (
    await fetch(many.url + path, { ...acceptBrotli, decompress: false } as RequestInit)
  ).arrayBuffer()
  line(`GET ${path}`, times, `${(bytes.byteLength / 1000).toFixed(1)} kB`)
}

const known: [number[], number[]] = [[], []]
const tags = await Promise.all(
  [few, many].map(
    async ({ url }) => (await fetch(`${url}/api/shows`, acceptBrotli)).headers.get('etag') ?? '',
  ),
)
for (let round = 0; round < rounds * 10; round += 1)
  for (const [index, site] of [few, many].entries())
    known[index]?.push(
      await time(`${site.url}/api/shows`, {
        headers: { ...acceptBrotli.headers, 'if-none-match': tags[index] ?? '' },
      }),
    )
line('GET /api/shows, 304', known)

type Pair = [number[], number[]]
const writes: Pair = [[], []]
const seen = new Map<string, Pair>(
  ['/api/shows', '/Shows', '/shows.ics'].map((path) => [path, [[], []]]),
)
const tokens = [await few.token(), await many.token()]
for (let round = 0; round < rounds; round += 1)
  for (const [index, site] of [few, many].entries()) {
    const venue = `Written ${crypto.randomUUID()}`
    // The next show, so that every page with shows contains it.
    const body = {
      date: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
      venue,
      city: 'London',
    }
    const headers = asAdmin(tokens[index] ?? '')
    await Bun.sleep(settleTime)
    const writtenAt = performance.now()
    const response = await fetch(`${site.url}/api/shows`, json('POST', body, headers))
    const { show } = (await response.json()) as { show: { _id: string } }
    writes[index]?.push(performance.now() - writtenAt)
    for (const [path, times] of seen) {
      const requestedAt = performance.now()
      const text = await (await fetch(site.url + path, acceptBrotli)).text()
      times[index]?.push(performance.now() - requestedAt)
      // Unfolds the lines of the calendar.
      if (!text.replaceAll('\r\n ', '').includes(venue)) throw new Error(`${path} is behind.`)
    }
    await fetch(`${site.url}/api/shows/${show._id}`, { method: 'DELETE', headers })
  }
line('POST /api/shows', writes)
for (const [path, times] of seen) line(`${path} right after it, whole`, times)
await few.stop()
await many.stop()

console.log('\none process')
const startedAt = performance.now()
const dataDirectory = mkdtempSync(join(tmpdir(), 'bench-start-'))
const environment = {
  ...quiet,
  DATA_DIR: dataDirectory,
  DEMO_CONTENT: 'on',
  MONGODB_URI: `${process.env['TEST_MONGODB_URI']}/start`,
}
const first = await spawnSite(environment)
children.push(first.child)
await untilReady(first)
first.child.kill()
await first.exit
const again = performance.now()
const site = await spawnSite(environment)
children.push(site.child)
await untilReady(site)
console.log(
  `start, first and warm: ${((again - startedAt) / 1000).toFixed(1)} s, ${((performance.now() - again) / 1000).toFixed(1)} s`,
)
const pid = site.child.pid ?? 0
await time(`${site.url}/Shows`)
await Bun.sleep(5_000)
const atRest = figuresOf(pid).memory
console.log(`memory at rest: ${megabytes(atRest)}`)

const { music } = (await (await fetch(`${site.url}/api/music`)).json()) as {
  music: { mp3FilePath: string }[]
}
const firstBytes: number[] = []
for (const { mp3FilePath } of music) {
  const requestedAt = performance.now()
  const response = await fetch(site.url + mp3FilePath)
  const reader = response.body?.getReader()
  await reader?.read()
  firstBytes.push(performance.now() - requestedAt)
  while (!(await reader?.read())?.done);
}
console.log(`first byte of an mp3 that is not in the cache: ${median(firstBytes).toFixed(1)} ms`)

const { hostname, port } = new URL(site.url)
const sockets: Socket[] = []
for (let count = 0; count < 1_000; count += 1) {
  const socket = connect(Number(port), hostname)
  await new Promise((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', reject)
  })
  socket.on('error', () => undefined)
  socket.pause()
  socket.write(`GET ${music[count % music.length]?.mp3FilePath} HTTP/1.1\r\nHost: site\r\n\r\n`)
  sockets.push(socket)
}
// Each listener reads up to 16 KiB a second, as a player does.
const listening = setInterval(() => {
  for (const socket of sockets) socket.read(16_384)
}, 1_000)
await Bun.sleep(10_000)
console.log(`memory with 1,000 slow listeners: ${megabytes(figuresOf(pid).memory)}`)
clearInterval(listening)
for (const socket of sockets) socket.destroy()
site.child.kill()
await site.exit
await mongod.stop()
rmSync(dataDirectory, { recursive: true, force: true })
process.exit(0)

/** Measures a visitor's response times while many connections are idle or slow: `npm run test:abuse`. Fails if the 95th
 * percentile exceeds the bound. Needs Linux. */
import { connect, type Socket } from 'node:net'
import { figuresOf, megabytes } from './process-figures'
import { startThrowawaySite } from './throwaway-site'

const visits = 2_000
/** Limit of the 95th percentile (milliseconds). */
const bound = 200
const paths = ['/', '/Shows', '/api/shows', '/Music']

const site = await startThrowawaySite()
const { hostname, port } = new URL(site.url)
const { music } = (await (await fetch(`${site.url}/api/music`)).json()) as {
  music: { mp3FilePath: string }[]
}
const track = music[0]?.mp3FilePath ?? ''
await (await fetch(site.url + track)).arrayBuffer()
const sockets: Socket[] = []

/** Opens connections that send the start of a request and then `drip` once a second.
 * @param isReading whether the responses are read */
async function occupy(count: number, beginning: string, drip: string, isReading = true) {
  for (let opened = 0; opened < count; opened += 1) {
    const socket = connect(Number(port), hostname)
    sockets.push(socket)
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve)
      socket.once('error', reject)
    })
    // The site may close the connection.
    socket.on('error', () => undefined)
    if (!isReading) socket.pause()
    if (beginning) socket.write(beginning)
    if (!drip) continue
    const dripping = setInterval(() => socket.writable && socket.write(drip), 1_000)
    socket.on('close', () => clearInterval(dripping))
  }
}

async function visit() {
  const times: number[] = []
  for (let count = 0; count < visits; count += 1) {
    const startedAt = performance.now()
    const response = await fetch(site.url + paths[count % paths.length])
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${response.url} answered ${response.status}.`)
    times.push(performance.now() - startedAt)
  }
  times.sort((a, b) => a - b)
  return times[Math.floor(visits * 0.95)] ?? Number.POSITIVE_INFINITY
}

const post = `POST /bookus HTTP/1.1\r\nHost: site\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{`
const abuses: [string, () => Promise<void>][] = [
  ['nobody else', async () => {}],
  ['1,000 idle connections', () => occupy(1_000, '', '')],
  ['and 200 with slow headers', () => occupy(200, 'GET / HTTP/1.1\r\nHost: site\r\nX: ', 'x')],
  ['and 200 with slow bodies', () => occupy(200, post, ' ')],
  [
    'and 50 that read nothing',
    () => occupy(50, `GET ${track} HTTP/1.1\r\nHost: site\r\n\r\n`, '', false),
  ],
]
await visit()
let isGood = true
for (const [name, begin] of abuses) {
  await begin()
  const p95 = await visit()
  isGood &&= p95 < bound
  const { memory, handles } = figuresOf(site.pid)
  console.log(
    `${name}: a visitor's p95 ${p95.toFixed(1)} ms, ${megabytes(memory)}, ${handles} handles`,
  )
}
for (const socket of sockets) socket.destroy()
await site.stop()
process.exit(isGood ? 0 : 1)

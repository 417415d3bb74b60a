/** Compares the site's throughput with that of a bare Bun.serve that sends the same bytes, in turns in the same run. A
 * ratio of 1 means that the site adds no cost. Where taskset is available, the servers run on one core and the load
 * generator on another. */
import { execFile, spawn } from 'node:child_process'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import getPort from 'get-port'
import { until } from '../../api/process/processes'
import { startThrowawayMongod } from '../../testing/mongod'
import { median } from '../median'

const root = join(import.meta.dirname, '../..')
const rounds = 7
const secondsARound = 1.5
const connections = 16

const canPin = cpus().length > 1 && Bun.which('taskset') !== null
/** Returns a Bun command that is pinned to a core if possible. */
const onCore = (core: number, ...command: string[]): [string, string[]] =>
  canPin
    ? ['taskset', ['-c', String(core), process.execPath, ...command]]
    : [process.execPath, command]

interface Case {
  name: string
  path: string
  headers?: Record<string, string>
}

const mongod = await startThrowawayMongod()
const scratch = mongod.directory
const sitePort = await getPort()
const site = spawn(...onCore(0, 'api/main.ts'), {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    ...process.env,
    PORT: String(sitePort),
    DATA_DIR: scratch,
    MONGODB_URI: mongod.uri,
    DEMO_CONTENT: 'on',
    LOG_LEVEL: 'silent',
  },
})
process.on('exit', () => {
  // Also after an error, no process is left running.
  site.kill()
})
const siteUrl = `http://localhost:${sitePort}`
await until(
  async () => (await fetch(`${siteUrl}/api/health`).catch(() => undefined))?.ok === true,
  30_000,
)

const { music } = (await (await fetch(`${siteUrl}/api/music`)).json()) as {
  music: { mp3FilePath: string }[]
}
const mp3 = music[0]?.mp3FilePath ?? ''
const acceptBrotli = { 'accept-encoding': 'br' }
const etagOf = async (path: string) => (await fetch(siteUrl + path)).headers.get('etag') ?? ''
const cases: Case[] = [
  { name: 'GET /api/shows', path: '/api/shows', headers: { 'accept-encoding': 'identity' } },
  { name: 'GET /Shows (HTML, brotli)', path: '/Shows', headers: acceptBrotli },
  {
    name: 'GET /Shows (304)',
    path: '/Shows',
    headers: { ...acceptBrotli, 'if-none-match': await etagOf('/Shows') },
  },
  { name: 'GET an mp3, whole', path: mp3 },
  { name: 'GET an mp3, 64 KiB of it', path: mp3, headers: { range: 'bytes=65536-131071' } },
]

console.log(
  `${cpus().length} cores, Bun ${Bun.version}, ${connections} connections, ${rounds} rounds of ${secondsARound} s each in turns, ${canPin ? 'the load on a core of its own' : 'all on the same cores'}\n`,
)
console.log(
  'response'.padEnd(28),
  'site/s'.padStart(10),
  'bare/s'.padStart(10),
  'ratio'.padStart(8),
  'spread'.padStart(14),
)
for (const one of cases) await compare(one)

site.kill('SIGTERM')
await new Promise((resolve) => site.on('exit', resolve))
await mongod.stop()
process.exit(0)

async function compare({ name, path, headers = {} }: Case) {
  const reference = await startReference(path, headers)
  const ratios: number[] = []
  const [ours, bare]: [number[], number[]] = [[], []]
  // Warm-up.
  for (const url of [siteUrl + path, reference.url]) await load(url, headers, secondsARound)
  for (let round = 0; round < rounds; round += 1) {
    const site = await load(siteUrl + path, headers, secondsARound)
    const raw = await load(reference.url, headers, secondsARound)
    ours.push(site)
    bare.push(raw)
    ratios.push(site / raw)
  }
  reference.stop()
  const sorted = ratios.sort((a, b) => a - b)
  const spread = `${sorted[0]?.toFixed(2)}–${sorted.at(-1)?.toFixed(2)}`
  console.log(
    name.padEnd(28),
    Math.round(median(ours)).toLocaleString('en').padStart(10),
    Math.round(median(bare)).toLocaleString('en').padStart(10),
    median(ratios).toFixed(2).padStart(8),
    spread.padStart(14),
  )
}

/** Starts a process that responds to every request with the bytes and headers of the site's response. */
async function startReference(path: string, headers: Record<string, string>) {
  const response = await fetch(siteUrl + path, { headers, decompress: false })
  const file = join(scratch, 'reference.bin')
  await Bun.write(file, await response.arrayBuffer())
  const port = await getPort()
  const sentHeaders = Object.fromEntries(
    [...response.headers].filter(([name]) => !/^(date|content-length|content-range)$/.test(name)),
  )
  const isFile = path === mp3
  const script = `
    const headers = ${JSON.stringify(sentHeaders)}
    const bytes = await Bun.file(${JSON.stringify(file)}).bytes()
    const file = Bun.file(${JSON.stringify(file)})
    Bun.serve({ port: ${port}, hostname: 'localhost', fetch: () => new Response(${response.status === 304 ? 'null' : isFile ? 'file' : 'bytes'}, { status: ${response.status}, headers${response.status === 206 ? ": { ...headers, 'content-range': 'bytes 0-0/1' }" : ''} }) })`
  const child = spawn(...onCore(0, '-e', script), { stdio: ['ignore', 'ignore', 'inherit'] })
  const url = `http://localhost:${port}/`
  await until(async () => (await fetch(url).catch(() => undefined)) !== undefined, 10_000)
  return { url, stop: () => child.kill() }
}

/** Returns the responses per second over a fixed number of connections. */
async function load(
  url: string,
  headers: Record<string, string>,
  seconds: number,
): Promise<number> {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const parts = ['scripts/bench/load.ts', url, String(seconds), String(connections), ...lines]
  const { stdout } = await promisify(execFile)(...onCore(1, ...parts), { cwd: root })
  return Number(stdout)
}

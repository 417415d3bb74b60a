/** How the site's answers compare with the same bytes from the least that could send them: a bare
 * Bun.serve, in the same run, in turns. A ratio of 1 means that all the rest costs nothing. Either has a core to itself
 * where the system can say so, and so has what asks. */
import { execFile, spawn } from 'node:child_process'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import getPort from 'get-port'
import { until } from '../api/process/processes'
import { startThrowawayMongod } from '../testing/mongod'
import { median } from './median'

const root = join(import.meta.dirname, '..')
const rounds = 7
const secondsARound = 1.5
const connections = 16

const canPin = cpus().length > 1 && Bun.which('taskset') !== null
/** A command of Bun's that stays on a core. */
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
  // However it ends, nothing stays behind.
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
const packed = { 'accept-encoding': 'br' }
const etagOf = async (path: string) => (await fetch(siteUrl + path)).headers.get('etag') ?? ''
const cases: Case[] = [
  { name: 'GET /api/shows', path: '/api/shows', headers: { 'accept-encoding': 'identity' } },
  { name: 'GET /Shows (HTML, brotli)', path: '/Shows', headers: packed },
  {
    name: 'GET /Shows (304)',
    path: '/Shows',
    headers: { ...packed, 'if-none-match': await etagOf('/Shows') },
  },
  { name: 'GET an mp3, whole', path: mp3 },
  { name: 'GET an mp3, 64 KiB of it', path: mp3, headers: { range: 'bytes=65536-131071' } },
]

console.log(
  `${cpus().length} cores, Bun ${Bun.version}, ${connections} connections, ${rounds} rounds of ${secondsARound} s each in turns, ${canPin ? 'the load on a core of its own' : 'all on the same cores'}\n`,
)
console.log(
  'answer'.padEnd(28),
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
  // Fast only when they are warm.
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

/** A process of its own that answers everything with the very bytes and headers that the site sent. */
async function startReference(path: string, headers: Record<string, string>) {
  const answer = await fetch(siteUrl + path, { headers, decompress: false })
  const file = join(scratch, 'reference.bin')
  await Bun.write(file, await answer.arrayBuffer())
  const port = await getPort()
  const kept = Object.fromEntries(
    [...answer.headers].filter(([name]) => !/^(date|content-length|content-range)$/.test(name)),
  )
  const isFile = path === mp3
  const script = `
    const headers = ${JSON.stringify(kept)}
    const bytes = await Bun.file(${JSON.stringify(file)}).bytes()
    const file = Bun.file(${JSON.stringify(file)})
    Bun.serve({ port: ${port}, hostname: 'localhost', fetch: () => new Response(${answer.status === 304 ? 'null' : isFile ? 'file' : 'bytes'}, { status: ${answer.status}, headers${answer.status === 206 ? ": { ...headers, 'content-range': 'bytes 0-0/1' }" : ''} }) })`
  const child = spawn(...onCore(0, '-e', script), { stdio: ['ignore', 'ignore', 'inherit'] })
  const url = `http://localhost:${port}/`
  await until(async () => (await fetch(url).catch(() => undefined)) !== undefined, 10_000)
  return { url, stop: () => child.kill() }
}

/** Answers a second, each read to its end, over a fixed number of connections. */
async function load(
  url: string,
  headers: Record<string, string>,
  seconds: number,
): Promise<number> {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const parts = ['scripts/load.ts', url, String(seconds), String(connections), ...lines]
  const { stdout } = await promisify(execFile)(...onCore(1, ...parts), { cwd: root })
  return Number(stdout)
}

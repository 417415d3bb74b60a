/** Takes a million steps of each simulation; then sends mixed traffic for a long time and checks that memory and file
 * handles stay flat: `npm run test:soak` for an hour, or `npm run test:soak -- 5` for 5 minutes. Needs Linux. */
import { spawnSync } from 'node:child_process'
import { asAdmin, json, mp3, trackForm } from '../testing/requests'
import { figuresOf, megabytes } from './process-figures'
import { startThrowawaySite } from './throwaway-site'

const simulations = spawnSync(
  process.execPath,
  ['--bun', 'node_modules/vitest/vitest.mjs', 'run', '.simulation.', '--testTimeout=0'],
  { stdio: 'inherit', env: { ...process.env, SIMULATION_STEPS: '1000000' } },
)
if (simulations.status !== 0) process.exit(1)

const minutes = Number(process.argv[2] ?? 60)
const sampleEvery = 5_000
/** Maximum ratio of the last third's mean to the second third's, to detect leaks. */
const maxGrowth = 1.1

const site = await startThrowawaySite()
const headers = asAdmin(await site.token())
const call = (path: string, options?: RequestInit) => fetch(site.url + path, options)
const tracks = async () =>
  ((await (await call('/api/music')).json()) as { music: { mp3FilePath: string }[] }).music

const pages = [
  '/',
  '/Shows',
  '/Music',
  '/Videos',
  '/AboutUs',
  '/BookUs',
  '/Songs',
  '/Press',
  '/shows.ics',
  '/nowhere',
]
const kinds: Record<string, () => Promise<void>> = {
  async page() {
    const path = pages[Math.floor(Math.random() * pages.length)] ?? '/'
    await (await call(path)).arrayBuffer()
  },
  async list() {
    const first = await call('/api/shows')
    await first.arrayBuffer()
    await call('/api/shows', { headers: { 'if-none-match': first.headers.get('etag') ?? '' } })
  },
  async listening() {
    for (const { mp3FilePath } of await tracks()) {
      const part = await call(mp3FilePath, { headers: { range: 'bytes=1000-66000' } })
      await part.arrayBuffer()
    }
  },
  async leaving() {
    const [track] = await tracks()
    await (await call(track?.mp3FilePath ?? '/')).body?.cancel()
  },
  async booking() {
    const enquiry = { name: 'Ann', email: 'ann@example.org', message: 'Come and play!' }
    const key = { 'idempotency-key': crypto.randomUUID() }
    await Promise.all([1, 2].map(() => call('/bookus', json('POST', enquiry, key))))
  },
  async show() {
    const show = { date: '2031-01-01', venue: 'v', city: 'c' }
    const added = await call('/api/shows', json('POST', show, headers))
    const { show: stored } = (await added.json()) as { show: { _id: string } }
    await call(`/api/shows/${stored._id}`, { method: 'DELETE', headers })
  },
  async track() {
    const body = trackForm({ name: 'a', artist: 'b', location: 'c' }, mp3())
    const added = await call('/api/music/upload', { method: 'POST', headers, body })
    const { music } = (await added.json()) as { music: { _id: string; mp3FilePath: string } }
    await (await call(music.mp3FilePath)).arrayBuffer()
    await call(`/api/music/${music._id}`, { method: 'DELETE', headers })
  },
  async stranger() {
    await call('/api/enquiries', { headers: { authorization: 'Bearer no.such.token' } })
    await call('/bookus', json('POST', '{'))
  },
}

const until = Date.now() + minutes * 60_000
const done: Record<string, number> = {}
async function work() {
  while (Date.now() < until) {
    for (const [name, run] of Object.entries(kinds)) {
      await run()
      done[name] = (done[name] ?? 0) + 1
    }
  }
}

const samples: ReturnType<typeof figuresOf>[] = []
const sampling = setInterval(() => samples.push(figuresOf(site.pid)), sampleEvery)
await Promise.all(Array.from({ length: 4 }, work))
clearInterval(sampling)
await site.stop()

const third = Math.floor(samples.length / 3)
const mean = (from: number, read: (sample: (typeof samples)[number]) => number) =>
  samples.slice(from, from + third).reduce((sum, sample) => sum + read(sample), 0) / third
const memory = [0, third, 2 * third].map((from) => mean(from, (sample) => sample.memory))
const handles = [0, third, 2 * third].map((from) => mean(from, (sample) => sample.handles))
const growth = ([, before = 0, after = 0]: number[]) => after / before
console.log(
  `${minutes} minutes: ${Object.entries(done)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')}`,
)
console.log(`memory by thirds: ${memory.map(megabytes).join(', ')}`)
console.log(`file handles by thirds: ${handles.map(Math.round).join(', ')}`)
process.exit(growth(memory) < maxGrowth && growth(handles) < maxGrowth ? 0 : 1)

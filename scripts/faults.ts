/** Measures how soon the band can write again after a fault: `npm run test:faults`. The deaths of the site and of its
 * database, and power cuts, are part of `npm run test:crash`. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findMongod } from '../api/mongo/mongod-binary'
import { canCreateDisks, createDisk } from '../testing/disk'
import { startReplicaSet } from '../testing/replica-set'
import { asAdmin, json, mp3, trackForm } from '../testing/requests'
import { adminPassword, spawnSite, untilReady } from '../testing/site-process'
import { buildWhereNeeded } from './build'

type SpawnedSite = Awaited<ReturnType<typeof spawnSite>>

/** Milliseconds between two attempts. */
const attemptInterval = 100

async function startSite(variables: Record<string, string>) {
  const site = await spawnSite({
    MONGOD: process.env['TEST_MONGOD'] ?? '',
    ADMIN_PASSWORD: adminPassword,
    DEMO_CONTENT: 'off',
    RATE_LIMIT: 'off',
    BACKUP_KEEP: '0',
    LOG_LEVEL: 'silent',
    ...variables,
  })
  await untilReady(site)
  return site
}

async function stop({ child, exit }: SpawnedSite) {
  child.kill('SIGTERM')
  await exit
}

async function logIn(site: SpawnedSite): Promise<string | undefined> {
  const credentials = json('POST', { username: 'admin', password: adminPassword })
  const response = await site.fetch('/api/admin/login', credentials)
  return ((await response.json()) as { token?: string }).token
}

const addShow = async (site: SpawnedSite, token: string) => {
  const show = { date: '2031-07-04', venue: 'The Barn', city: 'London' }
  return (await site.fetch('/api/shows', json('POST', show, asAdmin(token)))).status === 201
}

/** Repeats an attempt until it succeeds.
 * @returns the seconds that it took */
async function secondsUntil(attempt: () => Promise<boolean>): Promise<number> {
  const startedAt = performance.now()
  while (!(await attempt())) await new Promise((resolve) => setTimeout(resolve, attemptInterval))
  return (performance.now() - startedAt) / 1000
}

/** The database stops responding, for good. */
async function afterHang(): Promise<number> {
  const directory = await mkdtemp(join(tmpdir(), 'hang-'))
  const site = await startSite({ DATA_DIR: directory })
  const token = (await logIn(site)) ?? ''
  process.kill(Number(await readFile(join(directory, 'db/mongod.lock'), 'utf8')), 'SIGSTOP')
  const seconds = await secondsUntil(() => addShow(site, token))
  await stop(site)
  await rm(directory, { recursive: true })
  return seconds
}

/** Another member of the replica set becomes the primary. */
async function afterElection(): Promise<number> {
  const directory = await mkdtemp(join(tmpdir(), 'election-'))
  const replicaSet = await startReplicaSet()
  const site = await startSite({ DATA_DIR: directory, MONGODB_URI: replicaSet.uri('band') })
  const token = (await logIn(site)) ?? ''
  await replicaSet.stepDown()
  const seconds = await secondsUntil(() => addShow(site, token))
  await stop(site)
  await replicaSet.stop()
  await rm(directory, { recursive: true })
  return seconds
}

/** Something fills the disk to the last byte; the band logs in, deletes a track and uploads another. */
async function afterFullDisk(): Promise<number> {
  const disk = await createDisk(500)
  const site = await startSite({ DATA_DIR: join(disk.path, 'data'), DISK_RESERVE_MB: '16' })
  const song = Buffer.concat(Array.from({ length: 20 }, mp3))
  const upload = async (token: string) => {
    const body = trackForm({ name: 'x', artist: 'x', location: 'x' }, song)
    const headers = asAdmin(token)
    const response = await site.fetch('/api/music/upload', { method: 'POST', headers, body })
    if (response.status !== 201) return
    return ((await response.json()) as { music: { _id: string; mp3FilePath: string } }).music
  }
  let token = (await logIn(site)) ?? ''
  const tracks = [
    await upload(token),
    await upload(token),
    await upload(token),
    await upload(token),
  ]
  for (const track of tracks) await (await site.fetch(track?.mp3FilePath ?? '')).arrayBuffer()
  disk.fillUp()
  const seconds =
    (await secondsUntil(async () => {
      token = (await logIn(site)) ?? ''
      return token !== ''
    })) +
    (await secondsUntil(async () => {
      const path = `/api/music/${tracks[0]?._id}`
      return (await site.fetch(path, { method: 'DELETE', headers: asAdmin(token) })).status === 204
    })) +
    (await secondsUntil(async () => (await upload(token)) !== undefined))
  await stop(site)
  disk.remove()
  return seconds
}

await buildWhereNeeded()
process.env['TEST_MONGOD'] = await findMongod(process.env['MONGOD'] || undefined, console.log)
const print = (fault: string, seconds: number) =>
  console.log(`first write after ${fault}: ${seconds.toFixed(1)} s`)
print('an election', await afterElection())
if (canCreateDisks()) print('a full disk', await afterFullDisk())
else console.log('The full disk was skipped: run this as root on Linux with loop devices.')
print('a hang of the database', await afterHang())
process.exit(0)

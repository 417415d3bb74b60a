import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { runningMongod } from '../api/mongo/embedded-mongod'
import { asAdmin, json, trackForm } from './requests'
import { adminPassword, spawnSite, untilReady } from './site-process'

/** What many deaths have done; all lists but `returns` are empty if all is well. */
export interface CrashReport {
  /** Shows and tracks whose writing was acknowledged, and which are gone or not as acknowledged. */
  lost: string[]
  /** Tracks whose bytes are not whole. */
  broken: string[]
  /** Requests that got no answer, good or bad. */
  unanswered: string[]
  /** Files in the database that no track names, after the last start. */
  orphans: string[]
  /** Milliseconds until the site was ready again, for each death. */
  returns: number[]
  /** How many writes, uploads and replacements were acknowledged. */
  acknowledged: number
}

const songsFolder = join(import.meta.dirname, '../api/demo/tracks')
const songs = readdirSync(songsFolder).map((name) => readFileSync(join(songsFolder, name)))
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const wholeSongs = new Set(songs.map(digest))
/** Milliseconds within which every request is answered, whatever has died. */
const patience = 20_000
const pick = <Item>(items: readonly Item[]) => items[Math.floor(Math.random() * items.length)]
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Writes, uploads and replaces on a site with a database of its own, and kills now the site, now the database in
 * the midst of it.
 * @param kills how often
 * @param say told of each */
export async function crashAgainAndAgain(
  kills: number,
  say: (line: string) => void,
): Promise<CrashReport> {
  const directory = await mkdtemp(join(tmpdir(), 'crash-'))
  const report: CrashReport = {
    lost: [],
    broken: [],
    unanswered: [],
    orphans: [],
    returns: [],
    acknowledged: 0,
  }
  let site = await start(directory)
  const credentials = json('POST', { username: 'admin', password: adminPassword })
  const login = await fetch(`${site.url}/api/admin/login`, credentials)
  const { token } = (await login.json()) as { token: string }
  const work = createWork(() => site.url, token)

  for (let kill = 1; kill <= kills; kill += 1) {
    const finish = work.begin()
    await pause(200 + Math.random() * 800)
    const isDatabase = kill % 2 === 0
    const diedAt = performance.now()
    if (isDatabase) process.kill(await mongodPid(directory), 'SIGKILL')
    else site.child.kill('SIGKILL')
    await finish()
    if (isDatabase) await untilReady(site)
    else {
      await site.exit
      site = await start(directory)
    }
    const took = Math.round(performance.now() - diedAt)
    report.returns.push(took)
    const { lost, broken } = await work.check()
    report.lost.push(...lost)
    report.broken.push(...broken)
    say(`${kill} of ${kills}: ${isDatabase ? 'the database' : 'the site'}, back after ${took} ms`)
  }

  site.child.kill('SIGKILL')
  await site.exit
  site = await start(directory)
  report.orphans = await orphansIn(runningMongod(directory) ?? '')
  report.acknowledged = work.acknowledged()
  report.unanswered = work.unanswered
  site.child.kill('SIGTERM')
  await site.exit
  await rm(directory, { recursive: true, force: true })
  return report
}

const mongodPid = async (directory: string) =>
  Number(await readFile(join(directory, 'db/mongod.lock'), 'utf8'))

async function start(directory: string) {
  const site = await spawnSite({
    DATA_DIR: directory,
    MONGOD: process.env['TEST_MONGOD'] ?? '',
    ADMIN_PASSWORD: adminPassword,
    DEMO_CONTENT: 'off',
    RATE_LIMIT: 'off',
    BACKUP_KEEP: '0',
  })
  await untilReady(site)
  return site
}

interface WrittenTrack {
  /** As it was acknowledged last. */
  path: string
  /** Whether a replacement was asked for whose answer never came: then either may be right. */
  isUncertain: boolean
}

/** Two who write shows and two who upload and replace tracks, each his own, and what they were promised. */
function createWork(siteUrl: () => string, token: string) {
  const headers = asAdmin(token)
  const shows = new Map<string, string>()
  const tracks = [new Map<string, WrittenTrack>(), new Map<string, WrittenTrack>()]
  const unanswered: string[] = []
  let acknowledged = 0
  let isOver = true

  /** The JSON of an answer that promises something, if one comes. */
  async function promised(path: string, options: RequestInit): Promise<unknown> {
    const signal = AbortSignal.timeout(patience)
    const answer = await fetch(siteUrl() + path, { ...options, signal }).catch((error: Error) => {
      if (error.name === 'TimeoutError') unanswered.push(`${options.method} ${path}`)
      return undefined
    })
    if (answer?.ok) {
      const json = await answer.json().catch(() => undefined)
      if (json !== undefined) acknowledged += 1
      return json
    }
    await pause(20)
  }

  async function writeShow() {
    const show = { date: '2031-07-04', venue: randomUUID(), city: 'London' }
    const answer = await promised('/api/shows', json('POST', show, headers))
    if (answer) shows.set((answer as { show: { _id: string } }).show._id, show.venue)
  }

  async function writeTrack(own: Map<string, WrittenTrack>) {
    const id = own.size > 3 ? pick([...own.keys()]) : undefined
    const before = id && own.get(id)
    if (before) before.isUncertain = true
    const body = trackForm({ name: 'x', artist: 'x', location: 'x' }, pick(songs))
    const answer = id
      ? await promised(`/api/music/${id}`, { method: 'PUT', headers, body })
      : await promised('/api/music/upload', { method: 'POST', headers, body })
    if (!answer) return
    const { music } = answer as { music: { _id: string; mp3FilePath: string } }
    own.set(music._id, { path: music.mp3FilePath, isUncertain: false })
  }

  const again = async (task: () => Promise<void>) => {
    while (!isOver) await task()
  }
  const read = async (path: string) => (await fetch(siteUrl() + path)).json()

  async function lostShows() {
    const listed = (await read('/api/shows')) as { shows: { _id: string; venue: string }[] }
    const venues = new Map(listed.shows.map(({ _id, venue }) => [_id, venue]))
    return [...shows].filter(([id, venue]) => venues.get(id) !== venue).map(([id]) => `show ${id}`)
  }

  function lostTracks(paths: Map<string, string>) {
    const isThere = ([id, { path, isUncertain }]: [string, WrittenTrack]) =>
      paths.has(id) && (isUncertain || paths.get(id) === path)
    const all = tracks.flatMap((own) => [...own])
    return all.filter((track) => !isThere(track)).map(([id]) => `track ${id}`)
  }

  async function brokenTracks(paths: Map<string, string>) {
    const broken: string[] = []
    for (const [id, path] of paths) {
      const bytes = new Uint8Array(await (await fetch(siteUrl() + path)).arrayBuffer())
      if (!wholeSongs.has(digest(bytes))) broken.push(`track ${id}`)
    }
    return broken
  }

  return {
    acknowledged: () => acknowledged,
    unanswered,

    /** @returns what ends it. */
    begin() {
      isOver = false
      const tasks = [writeShow, writeShow, ...tracks.map((own) => () => writeTrack(own))]
      const going = Promise.all(tasks.map(again))
      return async () => {
        isOver = true
        await going
      }
    },

    /** What is not as it was promised. */
    async check() {
      const { music } = (await read('/api/music')) as {
        music: { _id: string; mp3FilePath: string }[]
      }
      const paths = new Map(music.map(({ _id, mp3FilePath }) => [_id, mp3FilePath]))
      const lost = [...(await lostShows()), ...lostTracks(paths)]
      return { lost, broken: await brokenTracks(paths) }
    },
  }
}

async function orphansIn(databaseUri: string): Promise<string[]> {
  const client = await MongoClient.connect(databaseUri)
  const db = client.db()
  const named = new Set((await db.collection('music').distinct('fileId')).map(String))
  const files = await db.collection('fs.files').distinct('_id')
  const chunked = await db.collection('fs.chunks').distinct('files_id')
  await client.close()
  return [...new Set([...files, ...chunked].map(String))].filter((id) => !named.has(id))
}

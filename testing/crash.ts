import { createHash, randomInt, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import sharp from 'sharp'
import { runningMongod } from '../api/mongo/embedded-mongod'
import { isRunning, until } from '../api/process/processes'
import { createDisk, type Disk } from './disk'
import { asAdmin, json, trackForm } from './requests'
import { adminPassword, spawnSite, untilReady } from './site-process'

/** The result of a series of kills. If nothing went wrong, all lists except `returns` are empty. */
export interface CrashReport {
  /** Shows, tracks, songs, nights off, enquiries, their shows and words that are missing or differ from their last
   * acknowledged write, and deleted shows that are still listed or missing from the bin. */
  lost: string[]
  /** Tracks and pictures that are incomplete or corrupt. */
  broken: string[]
  /** Requests that got no response within the timeout. */
  unanswered: string[]
  /** Stored files that no track refers to after the last start. */
  orphans: string[]
  /** Milliseconds until the site was ready again, for each kill. */
  returns: number[]
  /** Number of acknowledged writes, uploads and replacements. */
  acknowledged: number
}

const mp3Folder = join(import.meta.dirname, '../api/demo/tracks')
const mp3s = readdirSync(mp3Folder).map((name) => readFileSync(join(mp3Folder, name)))
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const mp3Digests = new Set(mp3s.map(digest))
/** A picture of a random colour. */
function newPicture(): Promise<Buffer> {
  const background = { r: randomInt(256), g: randomInt(256), b: randomInt(256) }
  return sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer()
}
/** Milliseconds within which every request must get a response or fail, also during a crash. */
const requestTimeout = 20_000
/** Writes that are acknowledged before each failure, however slow the machine is. */
const minWrites = 5
const pick = <Item>(items: readonly Item[]) => items[Math.floor(Math.random() * items.length)]
const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** A failure to inject, and its recovery. */
interface Crash {
  name: string
  inject(): Promise<void>
  recover(): Promise<void>
}

interface CrashOptions {
  /** Number of failures to inject. */
  rounds: number
  /** Whether the power of the site's disk is cut each time, instead of killing the site and the database in turn. This
   * needs root on Linux. */
  cutsPower?: boolean
  /** Called with a line after each recovery. */
  log: (line: string) => void
}

/** Adds, imports, deletes and restores shows, uploads pictures and tracks, replaces tracks, adds songs, nights off and enquiries, makes shows of
 * enquiries, and changes the words on a site with its own database, and injects failures meanwhile. */
export async function crashAgainAndAgain(options: CrashOptions): Promise<CrashReport> {
  const { rounds, cutsPower = false, log } = options
  const disk = cutsPower ? await createDisk(2_000) : undefined
  const directory = disk ? join(disk.path, 'data') : await mkdtemp(join(tmpdir(), 'crash-'))
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

  const killSite: Crash = {
    name: 'the site',
    inject: async () => void site.child.kill('SIGKILL'),
    async recover() {
      await site.exit
      site = await start(directory)
    },
  }
  const killDatabase: Crash = {
    name: 'the database',
    inject: async () => void process.kill(await mongodPid(directory), 'SIGKILL'),
    recover: () => untilReady(site),
  }
  const cutPower = (cut: Disk): Crash => ({
    name: 'the power',
    async inject() {
      const mongod = await mongodPid(directory)
      cut.cutPower()
      site.child.kill('SIGKILL')
      process.kill(mongod, 'SIGKILL')
      await until(() => !isRunning(mongod), 10_000)
    },
    async recover() {
      await site.exit
      cut.remount()
      site = await start(directory)
    },
  })
  const crashes = disk ? [cutPower(disk)] : [killSite, killDatabase]

  for (let round = 0; round < rounds; round += 1) {
    const { name, inject, recover } = crashes[round % crashes.length] ?? killSite
    const before = work.acknowledged()
    const finish = work.begin()
    await until(() => work.acknowledged() >= before + minWrites, 60_000)
    await pause(Math.random() * 800)
    const diedAt = performance.now()
    await inject()
    await finish()
    await recover()
    const took = Math.round(performance.now() - diedAt)
    report.returns.push(took)
    const { lost, broken } = await work.check()
    report.lost.push(...lost)
    report.broken.push(...broken)
    log(`${round + 1} of ${rounds}: ${name}, back after ${took} ms`)
  }

  site.child.kill('SIGKILL')
  await site.exit
  site = await start(directory)
  report.orphans = await orphansIn(runningMongod(directory) ?? '')
  report.acknowledged = work.acknowledged()
  report.unanswered = work.unanswered
  site.child.kill('SIGTERM')
  await site.exit
  if (disk) disk.remove()
  else await rm(directory, { recursive: true, force: true })
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
  /** The last acknowledged path. */
  path: string
  /** Whether a replacement got no response: then the track may have the old or the new path. */
  isUncertain: boolean
}

/** The words that may be stored: the last acknowledged ones, and those whose write got no response since. */
interface WrittenWords {
  acknowledged: string | undefined
  uncertain: Set<string>
}

/** What the clients have written. */
interface Written {
  /** The venues of the shows, by their ids. */
  shows: Map<string, string>
  /** The venues of the deleted shows, by their ids. */
  deleted: Map<string, string>
  /** The ids of the shows whose deletion or restoring got no response. */
  uncertain: Set<string>
  tracks: Map<string, WrittenTrack>[]
  words: WrittenWords
  /** The titles of the songs. */
  songTitles: Set<string>
  /** The messages of the enquiries. */
  enquiryMessages: Set<string>
  /** The notes of the nights off. */
  awayNotes: Set<string>
  /** The names of the tracks that were uploaded in parts. */
  uploadedNames: Set<string>
  /** The venues of imported shows. */
  importedVenues: Set<string>
  /** The venues of the shows of undone imports. */
  undoneVenues: Set<string>
  /** The ids of the shows that were made of enquiries, by the ids of the enquiries. */
  madeShows: Map<string, string>
  /** The addresses of the pictures. */
  pictures: Set<string>
}

/** Runs two clients that add shows, two that upload and replace tracks, and ten that import, delete and restore shows, undo imports, upload a
 * track in parts and pictures, change the words, add songs and nights off, send enquiries and make shows of them. Records
 * the acknowledged writes. */
function createWork(siteUrl: () => string, token: string) {
  const headers = asAdmin(token)
  const written: Written = {
    shows: new Map(),
    deleted: new Map(),
    uncertain: new Set(),
    tracks: [new Map(), new Map()],
    words: { acknowledged: undefined, uncertain: new Set() },
    songTitles: new Set(),
    enquiryMessages: new Set(),
    awayNotes: new Set(),
    uploadedNames: new Set(),
    importedVenues: new Set(),
    undoneVenues: new Set(),
    madeShows: new Map(),
    pictures: new Set(),
  }
  const { shows, deleted, uncertain, tracks, words, songTitles, enquiryMessages } = written
  const { awayNotes, uploadedNames, importedVenues, undoneVenues, madeShows, pictures } = written
  const unanswered: string[] = []
  let acknowledged = 0
  let isOver = true

  /** Sends a request.
   * @returns undefined if there is no response */
  function attempt(path: string, options: RequestInit): Promise<Response | undefined> {
    const signal = AbortSignal.timeout(requestTimeout)
    return fetch(siteUrl() + path, { ...options, signal }).catch((error: Error) => {
      if (error.name === 'TimeoutError') unanswered.push(`${options.method} ${path}`)
      return undefined
    })
  }

  /** Sends a request; writes that succeed are counted.
   * @returns the JSON of a successful response; undefined if there is none */
  async function send(path: string, options: RequestInit): Promise<unknown> {
    const response = await attempt(path, options)
    if (response?.ok) {
      const json = response.status === 204 ? {} : await response.json().catch(() => undefined)
      if (json !== undefined && options.method !== 'GET') acknowledged += 1
      return json
    }
    await pause(20)
  }

  async function writeShow() {
    const show = { date: '2031-07-04', venue: randomUUID(), city: 'London' }
    const response = await send('/api/shows', json('POST', show, headers))
    if (response) shows.set((response as { show: { _id: string } }).show._id, show.venue)
  }

  async function deleteShow() {
    const id = shows.size > 3 ? pick([...shows.keys()]) : undefined
    if (!id) return pause(20)
    await move(id, shows, deleted, () => send(`/api/shows/${id}`, { method: 'DELETE', headers }))
  }

  async function restoreShow() {
    const id = deleted.size > 3 ? pick([...deleted.keys()]) : undefined
    if (!id) return pause(20)
    const path = `/api/admin/bin/${id}/restore`
    await move(id, deleted, shows, () => send(path, { method: 'POST', headers }))
  }

  /** Moves a show to the bin, or back. Without a response, it may be in either. */
  async function move(
    id: string,
    from: Map<string, string>,
    to: Map<string, string>,
    request: () => Promise<unknown>,
  ) {
    const venue = from.get(id) ?? ''
    from.delete(id)
    uncertain.add(id)
    if (!(await request())) return
    uncertain.delete(id)
    to.set(id, venue)
  }

  async function uploadPicture() {
    const body = new FormData()
    body.set('picture', new Blob([new Uint8Array(await newPicture())]), 'a.png')
    const response = await send('/api/pictures', { method: 'POST', headers, body })
    if (response) pictures.add((response as { picture: { src: string } }).picture.src)
    // Each picture starts a process, which slows the others down.
    await pause(1_000)
  }

  async function writeWords() {
    const tagline = randomUUID()
    words.uncertain.add(tagline)
    if (!(await send('/api/site', json('PUT', { tagline }, headers)))) return
    words.acknowledged = tagline
    words.uncertain.clear()
  }

  async function writeSong() {
    const title = randomUUID()
    if (await send('/api/songs', json('POST', { title, artist: 'x' }, headers)))
      songTitles.add(title)
  }

  async function writeEnquiry() {
    const message = randomUUID()
    const enquiry = { name: 'x', email: 'x@example.org', message, date: '2031-07-05' }
    if (await send('/bookus', json('POST', enquiry))) enquiryMessages.add(message)
  }

  async function writeAway() {
    const body = { from: '2031-07-06', to: '2031-07-07', note: randomUUID() }
    if (await send('/api/admin/away', json('POST', body, headers))) awayNotes.add(body.note)
  }

  /** The import that is repeated with its key until it is acknowledged. */
  let pendingImport: { key: string; venues: string[] } | undefined

  async function importShows() {
    pendingImport ??= { key: randomUUID(), venues: [randomUUID(), randomUUID(), randomUUID()] }
    const { key, venues } = pendingImport
    const csvHeaders = { ...headers, 'content-type': 'text/csv', 'idempotency-key': key }
    const body = venues.map((venue) => `2031-08-01,${venue},London`).join('\n')
    const options = { method: 'POST', headers: csvHeaders, body }
    const response = await send('/api/admin/import/shows', options)
    if (!response) return
    for (const venue of venues) importedVenues.add(venue)
    pendingImport = undefined
    if (Math.random() < 0.5) await undoImport((response as { importId: string }).importId, venues)
    // A hundred imports would make every request slow.
    await pause(500)
  }

  /** Repeats the undoing of an import until it is acknowledged. */
  async function undoImport(id: string, venues: readonly string[]) {
    for (const venue of venues) importedVenues.delete(venue)
    const path = `/api/admin/import/${id}/undo`
    while (!isOver) {
      const response = await attempt(path, { method: 'POST', headers })
      // 404: it was undone before the response was lost.
      if (response?.ok || response?.status === 404) {
        for (const venue of venues) undoneVenues.add(venue)
        return
      }
      await pause(20)
    }
  }

  const uploaded = mp3s[0] ?? Buffer.alloc(0)
  const tus = { ...headers, 'tus-resumable': '1.0.0' }
  /** The upload in parts that is not complete. */
  let pendingUpload: { path: string; name: string } | undefined

  async function beginUpload() {
    const name = randomUUID()
    const fields = { filename: 'a.mp3', name, artist: 'x', location: 'x' }
    const metadata = Object.entries(fields).map(([key, text]) => `${key} ${btoa(text)}`)
    const created = await attempt('/api/uploads', {
      method: 'POST',
      headers: { ...tus, 'upload-length': `${uploaded.length}`, 'upload-metadata': `${metadata}` },
    })
    const location = created?.headers.get('location')
    return location ? { path: new URL(location, siteUrl()).pathname, name } : undefined
  }

  /** Sends the next half of an mp3, from the offset that the site has stored. */
  async function uploadPart() {
    pendingUpload ??= await beginUpload()
    if (!pendingUpload) return pause(20)
    const { path, name } = pendingUpload
    const offset = (await attempt(path, { method: 'HEAD', headers: tus }))?.headers.get(
      'upload-offset',
    )
    if (!offset) return pause(20)
    const end = Number(offset) + Math.ceil(uploaded.length / 2)
    const response = await attempt(path, {
      method: 'PATCH',
      headers: {
        ...tus,
        'upload-offset': offset,
        'content-type': 'application/offset+octet-stream',
      },
      body: new Uint8Array(uploaded.subarray(Number(offset), end)),
    })
    if (!response?.ok || Number(response.headers.get('upload-offset')) < uploaded.length) return
    acknowledged += 1
    uploadedNames.add(name)
    pendingUpload = undefined
  }

  async function makeShow() {
    const inbox = await send('/api/enquiries', { method: 'GET', headers })
    const { enquiries = [] } = (inbox ?? {}) as { enquiries?: { _id: string }[] }
    const id = pick(enquiries)?._id
    if (!id) return pause(20)
    const body = json('POST', { visibility: 'private' }, headers)
    const response = await send(`/api/enquiries/${id}/show`, body)
    if (response) madeShows.set(id, (response as { show: { _id: string } }).show._id)
  }

  async function writeTrack(own: Map<string, WrittenTrack>) {
    const id = own.size > 3 ? pick([...own.keys()]) : undefined
    const before = id && own.get(id)
    if (before) before.isUncertain = true
    const body = trackForm({ name: 'x', artist: 'x', location: 'x' }, pick(mp3s))
    const response = id
      ? await send(`/api/music/${id}`, { method: 'PUT', headers, body })
      : await send('/api/music/upload', { method: 'POST', headers, body })
    if (!response) return
    const { music } = response as { music: { _id: string; mp3FilePath: string } }
    own.set(music._id, { path: music.mp3FilePath, isUncertain: false })
  }

  const again = async (task: () => Promise<void>) => {
    while (!isOver) await task()
  }
  return {
    acknowledged: () => acknowledged,
    unanswered,

    /** Starts the clients.
     * @returns a function that stops them */
    begin() {
      isOver = false
      const ofTracks = tracks.map((own) => () => writeTrack(own))
      const ofShows = [writeShow, writeShow, deleteShow, restoreShow]
      const ofEnquiries = [writeEnquiry, makeShow]
      const tasks = [
        ...ofShows,
        importShows,
        uploadPart,
        uploadPicture,
        writeWords,
        writeSong,
        writeAway,
        ...ofEnquiries,
        ...ofTracks,
      ]
      const running = Promise.all(tasks.map(again))
      return async () => {
        isOver = true
        await running
      }
    },

    check: () => checkWrites(siteUrl(), written, headers),
  }
}

/** Compares a site's data with the acknowledged writes. */
async function checkWrites(siteUrl: string, written: Written, headers: Record<string, string>) {
  const { shows, deleted, uncertain, tracks, words, songTitles, enquiryMessages } = written
  const { awayNotes, uploadedNames, importedVenues, madeShows } = written
  const readText = async (path: string) => (await fetch(siteUrl + path, { headers })).text()
  const read = async (path: string) => JSON.parse(await readText(path))

  async function lostShows() {
    const listed = (await read('/api/shows')) as { shows: { _id: string; venue: string }[] }
    const { items } = (await read('/api/admin/bin')) as { items: { _id: string }[] }
    const venues = new Map(listed.shows.map(({ _id, venue }) => [_id, venue]))
    const inBin = new Set(items.map(({ _id }) => _id))
    return [
      ...[...shows].filter(([id, venue]) => venues.get(id) !== venue).map(([id]) => `show ${id}`),
      ...[...deleted.keys()]
        .filter((id) => venues.has(id) || !inBin.has(id))
        .map((id) => `bin ${id}`),
      // A deletion or restoring without a response has happened, or not.
      ...[...uncertain].filter((id) => !venues.has(id) && !inBin.has(id)).map((id) => `show ${id}`),
    ]
  }

  async function lostWords() {
    const { site } = (await read('/api/site')) as { site: { tagline?: string } }
    const { acknowledged, uncertain: tried } = words
    const isKept = site.tagline === acknowledged || tried.has(site.tagline ?? '')
    return acknowledged === undefined || isKept ? [] : [`words ${site.tagline}`]
  }

  /** The texts that a response should contain, and does not. */
  async function lostTexts(path: string, texts: ReadonlySet<string>) {
    const text = await readText(path)
    return [...texts].filter((one) => !text.includes(one)).map((one) => `${one} in ${path}`)
  }

  /** The imported shows that are missing, that were added more than once, or that are there after their import was undone. */
  async function lostImports() {
    const { shows: all } = (await read('/api/shows')) as { shows: { venue: string }[] }
    const venues = Map.groupBy(all, ({ venue }) => venue)
    return [
      ...[...importedVenues].filter((venue) => venues.get(venue)?.length !== 1),
      ...[...written.undoneVenues].filter((venue) => venues.has(venue)),
    ]
  }

  /** The enquiries whose show is missing, or that have become more than one show. */
  async function lostMadeShows() {
    const { shows: all } = (await read('/api/admin/shows')) as {
      shows: { _id: string; enquiryId?: string }[]
    }
    const made = Map.groupBy(all, ({ enquiryId }) => enquiryId)
    return [...madeShows]
      .filter(
        ([id, show]) =>
          made
            .get(id)
            ?.map(({ _id }) => _id)
            .join() !== show,
      )
      .map(([id]) => `show of enquiry ${id}`)
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
      const response = await fetch(siteUrl + path)
      const bytes = new Uint8Array(await response.arrayBuffer())
      if (!mp3Digests.has(digest(bytes)))
        broken.push(`track ${id}: status ${response.status}, ${bytes.length} bytes`)
    }
    return broken
  }

  async function brokenPictures() {
    const broken: string[] = []
    for (const src of written.pictures) {
      const response = await fetch(siteUrl + src)
      const { width } = await sharp(await response.arrayBuffer())
        .metadata()
        .catch(() => ({ width: 0 }))
      if (width !== 40) broken.push(`picture ${src}: status ${response.status}`)
    }
    return broken
  }

  const { music } = (await read('/api/music')) as {
    music: { _id: string; name: string; mp3FilePath: string }[]
  }
  const named = Map.groupBy(music, ({ name }) => name)
  const lostUploads = [...uploadedNames].filter((name) => named.get(name)?.length !== 1)
  const paths = new Map(music.map(({ _id, mp3FilePath }) => [_id, mp3FilePath]))
  const lost = [
    ...(await lostShows()),
    ...(await lostWords()),
    ...(await lostTexts('/api/songs', songTitles)),
    ...(await lostTexts('/api/admin/export/enquiries.csv', enquiryMessages)),
    ...(await lostTexts('/api/admin/away', awayNotes)),
    ...(await lostMadeShows()),
    ...(await lostImports()).map((venue) => `import ${venue}`),
    ...lostTracks(paths),
    ...lostUploads.map((name) => `upload ${name}`),
  ]
  return { lost, broken: [...(await brokenTracks(paths)), ...(await brokenPictures())] }
}

async function orphansIn(databaseUri: string): Promise<string[]> {
  const client = await MongoClient.connect(databaseUri)
  const db = client.db()
  const named = new Set((await db.collection('music').distinct('fileId')).map(String))
  // The bin keeps the files of deleted tracks.
  for (const id of await db.collection('bin').distinct('record.fileId')) named.add(String(id))
  // The parts of an upload that is not complete.
  for (const id of await db.collection('unfinishedUploads').distinct('_id')) named.add(String(id))
  const files = await db.collection('fs.files').distinct('_id')
  const chunked = await db.collection('fs.chunks').distinct('files_id')
  await client.close()
  return [...new Set([...files, ...chunked].map(String))].filter((id) => !named.has(id))
}

import { randomInt, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { asAdmin, json, trackForm } from './requests'

const mp3Folder = join(import.meta.dirname, '../api/demo/tracks')
/** The mp3s that the clients upload. */
export const mp3s = readdirSync(mp3Folder).map((name) => readFileSync(join(mp3Folder, name)))
/** The width of the uploaded pictures in pixels. */
export const pictureWidth = 40
/** Milliseconds within which every request must get a response or fail, also during a crash. */
const requestTimeout = 20_000

const pick = <Item>(items: readonly Item[]) => items[Math.floor(Math.random() * items.length)]
export const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

export interface WrittenTrack {
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
export interface Written {
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

const nothingWritten = (): Written => ({
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
})

/** Work that a client repeats until all of it is over. */
type Task = () => Promise<void>

type Client = ReturnType<typeof createClient>

/** Sends the requests of all clients, and counts the acknowledged writes.
 * @param siteUrl the site's address, which may change with a restart */
function createClient(siteUrl: () => string, token: string) {
  const unanswered: string[] = []
  let acknowledged = 0

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

  return {
    headers: asAdmin(token),
    siteUrl,
    unanswered,
    attempt,
    send,
    acknowledged: () => acknowledged,
    /** Counts an acknowledged write that `attempt` has sent. */
    countWrite() {
      acknowledged += 1
    },
  }
}

/** Two clients add shows, one deletes them, and one restores them. */
function showTasks({ send, headers }: Client, { shows, deleted, uncertain }: Written): Task[] {
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

  return [writeShow, writeShow, deleteShow, restoreShow]
}

/** A client imports shows, and undoes some of the imports.
 * @param isOver whether the work is over */
function importTask(
  { attempt, send, headers }: Client,
  { importedVenues, undoneVenues }: Written,
  isOver: () => boolean,
): Task {
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
    while (!isOver()) {
      const response = await attempt(path, { method: 'POST', headers })
      // 404: it was undone before the response was lost.
      if (response?.ok || response?.status === 404) {
        for (const venue of venues) undoneVenues.add(venue)
        return
      }
      await pause(20)
    }
  }

  return importShows
}

/** A client uploads tracks in parts. */
function uploadTask(
  { attempt, headers, siteUrl, countWrite }: Client,
  { uploadedNames }: Written,
): Task {
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
    countWrite()
    uploadedNames.add(name)
    pendingUpload = undefined
  }

  return uploadPart
}

/** Two clients upload and replace tracks. */
function trackTasks({ send, headers }: Client, { tracks }: Written): Task[] {
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

  return tracks.map((own) => () => writeTrack(own))
}

/** Two clients send enquiries and make shows of them. */
function enquiryTasks({ send, headers }: Client, { enquiryMessages, madeShows }: Written): Task[] {
  async function writeEnquiry() {
    const message = randomUUID()
    const enquiry = { name: 'x', email: 'x@example.org', message, date: '2031-07-05' }
    if (await send('/bookus', json('POST', enquiry))) enquiryMessages.add(message)
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

  return [writeEnquiry, makeShow]
}

/** Four clients upload pictures, change the words, and add songs and nights off. */
function otherTasks(
  { send, headers }: Client,
  { words, songTitles, awayNotes, pictures }: Written,
): Task[] {
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

  async function writeAway() {
    const body = { from: '2031-07-06', to: '2031-07-07', note: randomUUID() }
    if (await send('/api/admin/away', json('POST', body, headers))) awayNotes.add(body.note)
  }

  return [uploadPicture, writeWords, writeSong, writeAway]
}

/** A picture of a random colour. */
function newPicture(): Promise<Buffer> {
  const background = { r: randomInt(256), g: randomInt(256), b: randomInt(256) }
  return sharp({ create: { width: pictureWidth, height: 30, channels: 3, background } })
    .png()
    .toBuffer()
}

/** Creates fourteen clients, which `begin` starts, and records the acknowledged writes. */
export function createWork(siteUrl: () => string, token: string) {
  const written = nothingWritten()
  const client = createClient(siteUrl, token)
  let isOver = true
  const again = async (task: Task) => {
    while (!isOver) await task()
  }
  const tasks = [
    ...showTasks(client, written),
    importTask(client, written, () => isOver),
    uploadTask(client, written),
    ...trackTasks(client, written),
    ...enquiryTasks(client, written),
    ...otherTasks(client, written),
  ]
  return {
    written,
    acknowledged: client.acknowledged,
    unanswered: client.unanswered,

    /** Starts the clients.
     * @returns a function that stops them */
    begin() {
      isOver = false
      const running = Promise.all(tasks.map(again))
      return async () => {
        isOver = true
        await running
      }
    },
  }
}

import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type MemorySite, openSite } from '../../testing/memory-site'
import { asAdmin, json, mp3, trackForm } from '../../testing/requests'
import { adminPassword } from '../../testing/site-process'
import type { BackupsResponse } from '../contract/backups'
import { readArchive } from './archive-reader'
import { NoRoomForBackupError } from './archive-writer'
import { writeBackup } from './backup'
import { createDailyBackups } from './daily-backups'
import { drill, restoreBackup } from './restore'
import { openStoredBackups } from './stored-backups'

const anyRoom = () => Promise.resolve(true)
const fields = { name: 'A song', artist: 'x', location: 'x' }
const today = () => `backup-${new Date().toISOString().slice(0, 10)}.tar.zst`
let site: MemorySite
let client: MongoClient
let token: string
beforeAll(async () => {
  site = await openSite({ DEMO_CONTENT: 'off' })
  client = await MongoClient.connect(site.databaseUri)
  token = await site.token()
  for (const name of ['one.mp3', 'the same again.mp3'])
    await site.fetch('/api/music/upload', {
      method: 'POST',
      headers: asAdmin(token),
      body: trackForm(fields, mp3(), name),
    })
})
afterAll(async () => {
  await client.close()
  await site.stop()
})

describe('the daily backups', () => {
  let directory: string
  const started: { stop: () => void }[] = []
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'daily-'))
  })
  afterEach(async () => {
    for (const { stop } of started.splice(0)) stop()
    await rm(directory, { recursive: true, force: true })
  })

  /** @param damage changes an archive after it was written */
  function daily(
    keep: number,
    hasRoomFor: (bytes: number) => Promise<boolean> = anyRoom,
    damage = (_path: string) => Promise.resolve(),
  ) {
    const db = client.db()
    const stored = openStoredBackups(directory, hasRoomFor)
    const backups = createDailyBackups({
      stored,
      exclusively: (work) => work(),
      keep,
      log: pino({ level: 'silent' }),
      async write(path) {
        const options = { withSecrets: false, hasRoomFor, store: stored.store }
        const result = await writeBackup(db, path, options)
        await damage(path)
        return result
      },
      check: (path) => drill(db, path, hasRoomFor),
    })
    started.push(backups)
    return { stored, writeIfDue: backups.writeIfDue, writeNow: backups.writeNow }
  }

  it('are written once a day, restored and checked, and the oldest is deleted', async () => {
    const { stored, writeIfDue } = daily(2)
    for (const day of ['2026-01-01', '2026-01-02'])
      await writeBackup(client.db(), join(directory, `backup-${day}.tar.zst`), {
        withSecrets: false,
        hasRoomFor: anyRoom,
        store: stored.store,
      })
    await writeFile(join(directory, 'of-somebody-else.txt'), 'x')
    await writeIfDue()
    await writeIfDue()
    expect((await readdir(directory)).sort()).toEqual([
      'backup-2026-01-02.tar.zst',
      today(),
      'files',
      'of-somebody-else.txt',
      'status.json',
    ])
    expect((await stored.readStatus()).checked?.name).toBe(today())
    const names = (await client.db().listCollections().toArray()).map(({ name }) => name)
    expect(names.filter((name) => name.startsWith('drill.'))).toEqual([])
  })

  it('share the bytes of an mp3, which are removed with the last of them', async () => {
    const { stored, writeIfDue } = daily(1)
    const sha256 = createHash('sha256').update(mp3()).digest('hex')
    await mkdir(join(directory, 'files'))
    await writeFile(join(directory, 'files', 'of-an-older-backup.mp3'), 'x')
    await writeIfDue()
    expect(await readdir(join(directory, 'files'))).toEqual([`${sha256}.mp3`])
    const [{ size = 0 } = {}] = await stored.list()
    expect(size).toBeGreaterThan(mp3().length)
    expect(size).toBeLessThan(1.5 * mp3().length)
  })

  it('remove the unfinished files of a killed process', async () => {
    for (const name of ['backup-2026-01-01.tar.zst.part', 'backup-2026-01-01.tar.zst.spool'])
      await writeFile(join(directory, name), 'x').then(() =>
        utimes(join(directory, name), 0, Date.now() / 1000 - 25 * 3_600),
      )
    // Another process is still writing this file.
    await writeFile(join(directory, 'another.upload'), 'x')
    await daily(1).writeIfDue()
    expect((await readdir(directory)).sort()).toEqual([
      'another.upload',
      today(),
      'files',
      'status.json',
    ])
  })

  it('keep today’s backup and its check when its replacement fails the check', async () => {
    await daily(1).writeIfDue()
    const path = join(directory, today())
    const before = await readFile(path)
    const damaged = daily(1, anyRoom, (written) => writeFile(written, 'damaged'))
    await damaged.writeNow()
    expect(await readFile(path)).toEqual(before)
    const status = await damaged.stored.readStatus()
    expect(status.failure?.message).toMatch(/could not be restored/)
    expect(status.checked?.name).toBe(today())
    await damaged.writeIfDue()
    expect(await damaged.stored.readStatus()).toEqual(status)
    expect((await readdir(directory)).sort()).toEqual([today(), 'files', 'status.json'])
  })

  it('are not written when BACKUP_KEEP is 0', async () => {
    await daily(0).writeIfDue()
    expect(await readdir(directory)).toEqual([])
  })

  it('are refused when they would use the disk reserve, with a reason', async () => {
    const { stored, writeIfDue } = daily(2, () => Promise.resolve(false))
    await writeIfDue()
    expect(await readdir(directory)).toEqual(['status.json'])
    const { failure, checked } = await stored.readStatus()
    expect(failure?.message).toBe(new NoRoomForBackupError().message)
    expect(checked).toBeUndefined()
  })

  it('report a file that is damaged in the database, and contain the rest', async () => {
    const chunks = client.db().collection('fs.chunks')
    const [chunk] = await chunks.find().sort({ _id: 1 }).limit(1).toArray()
    if (!chunk) throw new Error('there is no chunk')
    const damaged = Buffer.from(chunk['data'].buffer)
    damaged.writeUInt8(damaged.readUInt8(500) ^ 1, 500)
    await chunks.updateOne({ _id: chunk._id }, { $set: { data: damaged } })
    const { stored, writeIfDue } = daily(2)
    await writeIfDue()
    await chunks.updateOne({ _id: chunk._id }, { $set: { data: chunk['data'] } })
    const { checked, failure } = await stored.readStatus()
    expect(failure?.message).toContain('one.mp3')
    // Today's backup is not written again, so the alarm stays.
    expect(checked?.name).toContain(today())
    const { files } = await readArchive(join(directory, today()), {
      async documents(_, documents) {
        for await (const _ of documents);
      },
      indexes: () => Promise.resolve(),
    })
    expect(files).toHaveLength(1)
  })

  it('replace a stored file that was damaged', async () => {
    const { stored, writeIfDue } = daily(2)
    const sha256 = createHash('sha256').update(mp3()).digest('hex')
    const path = join(directory, 'files', `${sha256}.mp3`)
    await mkdir(join(directory, 'files'))
    await writeFile(path, Buffer.alloc(mp3().length))
    await writeIfDue()
    expect((await readFile(path)).equals(mp3())).toBe(true)
    expect((await stored.readStatus()).failure).toBeUndefined()
  })

  it('report an older one that can’t be read, do not offer it, and remove none of its files', async () => {
    const { stored, writeIfDue } = daily(2)
    const name = 'backup-2026-01-01.tar.zst'
    await mkdir(join(directory, 'files'))
    await writeFile(join(directory, name), 'no archive')
    await writeFile(join(directory, 'files', 'of-the-older-one.mp3'), 'x')
    await writeIfDue()
    expect((await stored.readStatus()).failure?.message).toContain(name)
    expect(await readdir(join(directory, 'files'))).toContain('of-the-older-one.mp3')
    expect((await stored.list()).map((one) => one.name)).not.toContain(name)
    expect(await stored.list()).toHaveLength(1)
    expect(await stored.find(name)).toBeUndefined()
  })

  it('are checked when an earlier process has written one without a check', async () => {
    const { stored, writeIfDue } = daily(2)
    const options = { withSecrets: false, hasRoomFor: anyRoom, store: stored.store }
    await stored.prepare()
    await writeBackup(client.db(), join(directory, today()), options)
    await writeIfDue()
    expect((await stored.readStatus()).checked?.name).toBe(today())
  })

  it('report a backup that can’t be restored', async () => {
    const { stored, writeIfDue } = daily(2, anyRoom, async (path) => {
      const archive = await readFile(path)
      await writeFile(path, archive.subarray(0, archive.length / 2))
    })
    await writeIfDue()
    expect((await stored.readStatus()).failure?.message).toContain(
      'could not be restored in a test',
    )
  })
})

it('the health check reports a failed backup, with status 200', async () => {
  const health = async () => (await site.fetch('/api/health')).json()
  expect(await health()).toEqual({ status: 'ok' })
  const failure = { at: '2026-01-01T00:00:00.000Z', message: 'No room.' }
  const directory = join(site.dataDirectory, 'backups')
  await openStoredBackups(directory, anyRoom).prepare()
  await openStoredBackups(directory, anyRoom).writeStatus({ failure })
  expect(await health()).toEqual({ status: 'ok', alarms: ['backup'] })
  const response = await site.fetch('/api/admin/backups', { headers: asAdmin(token) })
  expect(await response.json()).toMatchObject({ failure })
  await openStoredBackups(directory, anyRoom).writeStatus({})
})

it('the administrator alone sees and takes them', async () => {
  const name = 'backup-2026-01-01.tar.zst'
  const directory = join(site.dataDirectory, 'backups')
  const stored = openStoredBackups(directory, anyRoom)
  await stored.prepare()
  await writeBackup(client.db(), join(directory, name), {
    withSecrets: false,
    hasRoomFor: anyRoom,
    store: stored.store,
  })
  const headers = asAdmin(token)
  const call = (path: string, options: RequestInit = {}) =>
    site.fetch(`/api/admin/backups${path}`, options)
  const list = (await (await call('', { headers })).json()) as BackupsResponse
  expect(list).toMatchObject({ keep: 7, backups: [{ name }] })
  const take = (path: string, currentPassword: string, more: Record<string, string> = headers) =>
    call(path, json('POST', { currentPassword }, more))
  const file = await take(`/${name}`, adminPassword)
  const downloaded = join(directory, 'downloaded')
  await writeFile(downloaded, new Uint8Array(await file.arrayBuffer()))
  await rm(join(directory, 'files'), { recursive: true })
  const copy = client.db(`${client.db().databaseName}-copy`)
  const restoring = { isReplacing: false, isSoleProcess: true, schema: 9, hasRoomFor: anyRoom }
  await restoreBackup(copy, downloaded, restoring)
  expect(await copy.collection('fs.files').countDocuments()).toBe(2)
  await copy.dropDatabase()
  // Without its files, a stored backup is not whole.
  const path = join(directory, name)
  await expect(restoreBackup(copy, path, restoring)).rejects.toThrow('is not a complete backup')
  expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`)
  expect((await call('')).status).toBe(401)
  expect((await take(`/${name}`, adminPassword, {})).status).toBe(401)
  // A stolen token is not enough.
  const refused = await take(`/${name}`, 'not the password')
  expect(refused.status).toBe(422)
  expect(await refused.json()).toMatchObject({ errors: [{ field: 'currentPassword' }] })
  expect((await call(`/${name}`, { headers })).status).toBe(405)
  for (const path of ['/none.tar.zst', '/..%2Flock.sqlite', '/%2e%2e%2flock.sqlite'])
    expect((await take(path, adminPassword)).status).toBe(404)
})

it('a second backup on one day replaces the first, and contains newer records', async () => {
  const headers = asAdmin(token)
  const post = (path: string, body: object) => site.fetch(path, json('POST', body, headers))
  const names: string[] = []
  const counts: number[] = []
  for (let round = 0; round < 2; round += 1) {
    const response = await post('/api/admin/backups', {})
    expect(response.status).toBe(201)
    const { backups, checked } = (await response.json()) as BackupsResponse
    const name = backups[0]?.name ?? ''
    expect(checked?.name).toBe(name)
    names.push(name)
    const preview = `/api/admin/backups/${name}/restore?preview=1`
    const read = await post(preview, { currentPassword: adminPassword })
    counts.push(((await read.json()) as { backup: { songs: number } }).backup.songs)
    await post('/api/songs', { title: 'Aja', artist: 'Steely Dan' })
  }
  expect(names[1]).toBe(names[0])
  expect(counts[1]).toBe(Number(counts[0]) + 1)
})

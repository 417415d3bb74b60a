import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type MemorySite, openSite } from '../../testing/memory-site'
import { asAdmin, json } from '../../testing/requests'
import { adminPassword } from '../../testing/site-process'
import { site as band } from '../../web/content/site'
import type { Show } from '../contract/shows'
import { writeBackup } from './backup'

let site: MemorySite
let token: string
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restore-'))
  site = await openSite({ LOG_LEVEL: 'silent', RATE_LIMIT: 'off' })
  token = await site.token()
})
afterEach(async () => {
  await site.stop()
  await rm(folder, { recursive: true, force: true })
})

const addShow = (venue: string) =>
  site.fetch(
    '/api/shows',
    json('POST', { date: '2030-05-01', venue, city: 'London' }, asAdmin(token)),
  )
async function venues() {
  const { shows } = (await (await site.fetch('/api/shows')).json()) as { shows: Show[] }
  return shows.map(({ venue }) => venue)
}
async function backUp(withSecrets = false) {
  const path = join(folder, `${crypto.randomUUID()}.tar.zst`)
  await writeBackup(site.db, path, { withSecrets, hasRoomFor: () => Promise.resolve(true) })
  return readFile(path)
}

function restore(
  body: Uint8Array,
  { preview = '', password = adminPassword, type = 'application/zstd' } = {},
) {
  const headers = { ...asAdmin(token), 'content-type': type }
  return site.fetch(`/api/admin/restore${preview}`, {
    method: 'POST',
    headers: { ...headers, 'x-current-password': encodeURIComponent(password) },
    body: new Uint8Array(body),
  })
}
const tokenStatus = async () =>
  (await site.fetch('/api/admin/verify-token', { headers: asAdmin(token) })).status
const leftOvers = () => readdir(join(site.dataDirectory, 'backups')).catch(() => [])

it('a preview says what a backup contains, and changes nothing', async () => {
  await addShow('Aeolian Hall')
  const backup = await backUp()
  for (const venue of ['Call the Office', 'Wolf Hall']) await addShow(venue)
  const enquiry = { name: 'Pat', email: 'pat@example.org', message: 'A barn' }
  await site.fetch('/bookus', json('POST', enquiry))
  await site.fetch('/api/site', json('PUT', { name: 'New Name' }, asAdmin(token)))
  const response = await restore(backup, { preview: '?preview=1' })
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({
    backup: { shows: 1, tracks: 0, enquiries: 0, name: band.name },
    missing: [
      {
        kind: 'shows',
        count: 2,
        names: ['May 1, 2030 at Wolf Hall', 'May 1, 2030 at Call the Office'],
      },
      { kind: 'enquiries', count: 1, names: ['Pat'] },
    ],
    isRestored: false,
  })
  expect((await venues()).sort()).toEqual(['Aeolian Hall', 'Call the Office', 'Wolf Hall'])
  expect(await leftOvers()).toEqual([])
})

it('a restored backup is served at once, and the band stays logged in', async () => {
  const admin = asAdmin(token)
  const say = (tagline: string) => site.fetch('/api/site', json('PUT', { tagline }, admin))
  await addShow('Aeolian Hall')
  await say('As it was')
  const backup = await backUp()
  await say('As it is')
  const added = await addShow('Call the Office')
  const { show } = (await added.json()) as { show: Show }
  await site.fetch(`/api/shows/${show._id}`, { method: 'DELETE', headers: admin })
  const response = await restore(backup)
  const { backupBefore: before, ...result } = (await response.json()) as { backupBefore: string }
  expect(result).toMatchObject({ backup: { shows: 1 }, isRestored: true })
  expect(await venues()).toEqual(['Aeolian Hall'])
  expect(await (await site.fetch('/')).text()).toContain('As it was')
  const bin = await site.fetch('/api/admin/bin', { headers: asAdmin(token) })
  expect(await bin.json()).toEqual({ items: [] })
  expect(await tokenStatus()).toBe(200)
  expect((await addShow('Wolf Hall')).status).toBe(201)
  expect((await venues()).sort()).toEqual(['Aeolian Hall', 'Wolf Hall'])
  expect(await leftOvers()).toEqual([before])
  // The backup before the restore can be restored.
  const again = json('POST', { currentPassword: adminPassword }, asAdmin(token))
  expect((await site.fetch(`/api/admin/backups/${before}/restore`, again)).status).toBe(200)
  expect(await (await site.fetch('/')).text()).toContain('As it is')
  const listed = await site.fetch('/api/admin/backups', { headers: asAdmin(token) })
  expect(((await listed.json()) as { backups: unknown[] }).backups).toHaveLength(2)
})

it('a backup with secrets replaces the content only: sessions, keys and passwords stay', async () => {
  const keyOf = async () => (await (await site.fetch('/api/push/key')).json()) as object
  const [backup, key] = [await backUp(true), await keyOf()]
  await addShow('Aeolian Hall')
  expect((await restore(backup)).status).toBe(200)
  expect(await venues()).toEqual([])
  expect(await tokenStatus()).toBe(200)
  expect(await keyOf()).toEqual(key)
  const names = (await site.db.listCollections().toArray()).map(({ name }) => name)
  expect(names.filter((name) => name.startsWith('restoring.'))).toEqual([])
})

it('a backup of an earlier release, which lacks collections of this one, leaves a site that works', async () => {
  await site.fetch('/api/site', json('PUT', { tagline: 'As it is' }, asAdmin(token)))
  const client = await MongoClient.connect(site.databaseUri)
  const earlier = client.db(`${client.db().databaseName}-earlier`)
  for (const coll of ['accounts', 'shows', 'music', 'enquiries', 'schema'])
    await client
      .db()
      .collection(coll)
      .aggregate([{ $out: { db: earlier.databaseName, coll } }])
      .toArray()
  const path = join(folder, 'earlier.tar.zst')
  const options = { withSecrets: false, hasRoomFor: () => Promise.resolve(true) }
  await writeBackup(earlier, path, options)
  await earlier.dropDatabase()
  const indexesOf = async (name: string) =>
    (await client.db().collection(name).indexes()).map((index) => index.name)
  const before = await indexesOf('bin')
  expect(before.length).toBeGreaterThan(1)
  await addShow('Aeolian Hall')
  expect((await restore(await readFile(path))).status).toBe(200)
  expect(await venues()).toEqual([])
  // The words stay: the backup has none.
  const home = await site.fetch('/')
  expect([home.status, await home.text()]).toEqual([200, expect.stringContaining('As it is')])
  expect((await addShow('Wolf Hall')).status).toBe(201)
  expect(await indexesOf('bin')).toEqual(before)
  await client.close()
})

it('of several restores at once, all but one are refused with 409', async () => {
  await addShow('Aeolian Hall')
  const backup = await backUp()
  const responses = await Promise.all([restore(backup), restore(backup), restore(backup)])
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(await venues()).toEqual(['Aeolian Hall'])
})

describe('a restore is refused, and nothing changes,', () => {
  beforeEach(() => addShow('Aeolian Hall'))
  afterEach(async () => {
    expect(await venues()).toEqual(['Aeolian Hall'])
    expect(await leftOvers()).toEqual([])
  })

  it('without the password', async () => {
    const refused = await restore(await backUp(), { password: 'wrong password' })
    expect(refused.status).toBe(422)
    expect(await refused.json()).toMatchObject({ errors: [{ field: 'currentPassword' }] })
    expect((await restore(await backUp(), { password: '' })).status).toBe(422)
  })

  it('of another content type', async () => {
    expect((await restore(await backUp(), { type: 'text/plain' })).status).toBe(415)
  })

  it('of a file that is cut off or no backup, in words without a path', async () => {
    const backup = await backUp()
    for (const bytes of [backup.subarray(0, -40), Buffer.from('no backup'), Buffer.alloc(0)])
      for (const preview of ['', '?preview=1']) {
        const response = await restore(bytes, { preview })
        expect(response.status).toBe(422)
        const { errors } = (await response.json()) as { errors: { message: string }[] }
        expect(errors[0]?.message).toBe('This file is not a complete backup. Nothing was changed.')
      }
  })
})

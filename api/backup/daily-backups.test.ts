import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { openSite } from '../../testing/memory-site'
import { asAdmin, json } from '../../testing/requests'
import { adminPassword } from '../../testing/site-process'
import { createDailyBackups } from './daily-backups'

async function keeping(
  keep: number,
  work: (directory: string, writeIfDue: () => Promise<void>) => Promise<void>,
  hasRoomFor: (bytes: number) => Promise<boolean> = () => Promise.resolve(true),
) {
  const directory = await mkdtemp(join(tmpdir(), 'daily-'))
  const write = (path: string) => writeFile(path, 'all there is')
  const measure = () => Promise.resolve(12)
  const log = pino({ level: 'silent' })
  const backups = createDailyBackups({ write, measure, directory, keep, hasRoomFor, log })
  await work(directory, backups.writeIfDue)
  backups.stop()
  await rm(directory, { recursive: true })
}

it('there is one a day, and the oldest goes', () =>
  keeping(2, async (directory, writeIfDue) => {
    for (const day of ['2026-01-01', '2026-01-02'])
      await writeFile(join(directory, `backup-${day}.tar.zst`), 'x')
    await writeFile(join(directory, 'of-somebody-else.txt'), 'x')
    await writeIfDue()
    await writeIfDue()
    const today = `backup-${new Date().toISOString().slice(0, 10)}.tar.zst`
    expect((await readdir(directory)).sort()).toEqual([
      'backup-2026-01-02.tar.zst',
      today,
      'of-somebody-else.txt',
    ])
  }))

it('there is none where none are wanted', () =>
  keeping(0, async (directory, writeIfDue) => {
    await writeIfDue()
    expect(await readdir(directory)).toEqual([])
  }))

it('writes no backup that would use the disk reserve', async () => {
  const asked: number[] = []
  await keeping(
    2,
    async (directory, writeIfDue) => {
      await writeIfDue()
      expect(await readdir(directory)).toEqual([])
      expect(asked).toEqual([12])
    },
    async (bytes) => {
      asked.push(bytes)
      return false
    },
  )
})

it('the administrator alone sees and takes them', async () => {
  const site = await openSite()
  const name = 'backup-2026-01-01.tar.zst'
  const directory = join(site.dataDirectory, 'backups')
  await mkdir(directory)
  await writeFile(join(directory, name), 'the bytes')
  const headers = asAdmin(await site.token())
  const call = (path: string, options: RequestInit = {}) =>
    site.fetch(`/api/admin/backups${path}`, options)
  expect(await (await call('', { headers })).json()).toMatchObject({
    keep: 7,
    backups: [{ name, size: 9 }],
  })
  const take = (path: string, currentPassword: string, more: Record<string, string> = headers) =>
    call(path, json('POST', { currentPassword }, more))
  const file = await take(`/${name}`, adminPassword)
  expect(await file.text()).toBe('the bytes')
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
  await site.stop()
})

import { execFileSync, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asAdmin, json } from '../testing/requests'
import { serveSite } from '../testing/served-site'
import { adminPassword, type Site, spawnSite, untilReady } from '../testing/site-process'
import type { AdminShow, Show } from './contract/shows'

/** The last commit of the previous release. */
const previousRelease = 'fc895d6f61447e3c49a7f05fdedc94815f77acd6'

const root = join(import.meta.dirname, '..')
const git = (...args: string[]) => spawnSync('git', ['-C', root, ...args])
const isInClone = git('cat-file', '-e', previousRelease).status === 0
if (!isInClone)
  console.log(
    "The previous release's commit is not in this clone: the tests that run both versions are skipped.",
  )

describe.skipIf(!isInClone)('the previous release on the same database', () => {
  let program: string
  let present: Site
  let previous: Awaited<ReturnType<typeof spawnSite>>
  let headers: Record<string, string>

  beforeAll(async () => {
    program = await mkdtemp(join(tmpdir(), 'previous-'))
    const archive = execFileSync('git', ['-C', root, 'archive', previousRelease, 'api', 'web'], {
      maxBuffer: 2 ** 28,
    })
    execFileSync('tar', ['-x', '-C', program], { input: archive })
    // Its API runs with the packages and the build of this version.
    for (const part of ['node_modules', 'dist', 'package.json'])
      await symlink(join(root, part), join(program, part))
    present = await serveSite({ RATE_LIMIT: 'off' })
    previous = await spawnSite(
      {
        MONGODB_URI: present.databaseUri,
        DATA_DIR: join(program, 'data'),
        ADMIN_PASSWORD: adminPassword,
        RATE_LIMIT: 'off',
      },
      program,
    )
    await untilReady(previous)
    headers = asAdmin(await present.token())
  })
  afterAll(async () => {
    previous.child.kill()
    await previous.exit
    await present.stop()
    await rm(program, { recursive: true, force: true })
  })

  const both = () => [present, previous]
  const night = () => ({ date: '2031-07-04', venue: `Hall ${randomUUID()}`, city: 'London' })
  type Sender = Pick<Site, 'fetch'>

  async function add(site: Sender, body: object, more: Record<string, string> = {}) {
    const response = await site.fetch('/api/shows', json('POST', body, { ...headers, ...more }))
    return ((await response.json()) as { show: AdminShow }).show
  }

  async function shows(site: Sender, path = '/api/shows') {
    const response = await site.fetch(path, { headers })
    return ((await response.json()) as { shows: Show[] }).shows
  }

  it('lists the same shows, and publishes no drafts and no internal fields', async () => {
    const open = [night(), night()]
    const hidden = [night(), night()]
    for (const [index, site] of both().entries()) {
      await add(site, open[index] ?? {})
      await add(site, { ...hidden[index], visibility: 'draft' })
    }
    const venues = open.map(({ venue }) => venue).sort()
    const known = [...venues, ...hidden.map(({ venue }) => venue)].sort()
    const listed = async (site: Sender, path: string) =>
      (await shows(site, path)).map(({ venue }) => venue).sort()
    for (const site of both()) {
      await expect.poll(() => listed(site, '/api/shows')).toEqual(venues)
      await expect.poll(() => listed(site, '/api/admin/shows')).toEqual(known)
      for (const path of ['/shows.ics', '/shows.rss', '/sitemap.xml', '/Shows', '/api/shows']) {
        const text = await (await site.fetch(path)).text()
        for (const { venue } of hidden) expect(text).not.toContain(venue)
        expect(text).not.toMatch(/"(news|version|visibility)"/)
      }
    }
  })

  it('changes a show of this version without losing a field that it does not know', async () => {
    const body = night()
    const { _id, version } = await add(present, { ...body, ageLimit: 19 })
    await expect
      .poll(async () => (await shows(previous)).some((show) => show._id === _id))
      .toBe(true)
    const change = (site: Sender, from: number, note: string) =>
      site.fetch(`/api/shows/${_id}`, {
        ...json('PUT', { ...body, note }, { ...headers, 'if-match': `"v${from}"` }),
      })
    expect((await change(previous, version, 'By the previous one')).status).toBe(200)
    expect((await change(present, version, 'Too late')).status).toBe(412)
    expect((await change(present, version + 1, 'By this one')).status).toBe(200)
    expect((await change(previous, version + 1, 'Too late')).status).toBe(412)
    for (const site of both())
      await expect
        .poll(async () => (await shows(site)).find((show) => show._id === _id)?.note)
        .toBe('By this one')
    expect((await shows(present)).find((show) => show._id === _id)?.ageLimit).toBe(19)
  })

  it('stores a repeated show and a repeated enquiry once, whichever version receives the repetition', async () => {
    const [body, showKey, enquiryKey] = [night(), randomUUID(), randomUUID()]
    const enquiry = { name: `Pat ${randomUUID()}`, email: 'pat@example.org', message: 'In June?' }
    const added = []
    for (const site of [...both(), ...both()]) {
      added.push(await add(site, body, { 'idempotency-key': showKey }))
      const sent = json('POST', enquiry, { 'idempotency-key': enquiryKey })
      expect((await site.fetch('/bookus', sent)).status).toBe(201)
    }
    expect(new Set(added.map(({ _id }) => _id)).size).toBe(1)
    for (const site of both()) {
      const response = await site.fetch('/api/enquiries', { headers })
      const { enquiries } = (await response.json()) as { enquiries: { name: string }[] }
      expect(enquiries.filter(({ name }) => name === enquiry.name)).toHaveLength(1)
    }
  })

  it('shows the enquiries that the other one has received', async () => {
    const names = both().map(() => `Robin ${randomUUID()}`)
    for (const [index, site] of both().entries())
      await site.fetch(
        '/bookus',
        json('POST', { name: names[index], email: 'robin@example.org', message: 'In May?' }),
      )
    for (const site of both()) {
      const response = await site.fetch('/api/enquiries', { headers })
      const { enquiries } = (await response.json()) as { enquiries: { name: string }[] }
      expect(enquiries.map(({ name }) => name)).toEqual(expect.arrayContaining(names))
    }
  })
})

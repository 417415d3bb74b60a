import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type MemorySite, openSite } from '../testing/memory-site'
import { asAdmin, json, mp3, trackForm } from '../testing/requests'
import { adminPassword } from '../testing/site-process'

let site: MemorySite
let robin: string
let sam: string
let nameless: string
beforeEach(async () => {
  site = await openSite({ LOG_LEVEL: 'silent', RATE_LIMIT: 'off' })
  const tokenOf = async (deviceName?: string) => {
    const body = json('POST', { username: 'admin', password: adminPassword, deviceName })
    return ((await (await site.fetch('/api/admin/login', body)).json()) as { token: string }).token
  }
  robin = await tokenOf('Robin’s phone')
  sam = await tokenOf('Sam’s laptop')
  nameless = await tokenOf()
})
afterEach(() => site.stop())

const show = { date: '2031-05-01', venue: 'Aeolian Hall', city: 'London' }
const song = { title: 'Fortunate Son', artist: 'CCR' }
const texts = { name: 'Sun', artist: 'The Animals', location: 'London' }
const at = expect.stringMatching(/^\d{4}-.+Z$/)

interface Answer {
  _id: string
}

/** Sends a request, and returns the id of the record in its response. */
async function send(path: string, options: RequestInit): Promise<string> {
  const response = await site.fetch(path, options)
  expect(response.status).toBeLessThan(300)
  const [record] = Object.values((await response.json()) as object) as Answer[]
  return record?._id ?? ''
}

/** The last change of a record, as the administrator's list has it. */
async function lastChangeOf(noun: string, id: string) {
  const response = await site.fetch(`/api/admin/${noun}`, { headers: asAdmin(robin) })
  const { lastChanges } = (await response.json()) as { lastChanges: Record<string, object> }
  return lastChanges[id]
}

const form = (method: string, token: string, file?: Uint8Array): RequestInit => ({
  method,
  headers: asAdmin(token),
  body: trackForm(texts, file),
})

describe.each([
  {
    noun: 'show',
    list: '/api/shows',
    path: '/api/shows',
    add: (token: string) => json('POST', show, asAdmin(token)),
    change: (token: string) => json('PUT', show, asAdmin(token)),
  },
  {
    noun: 'song',
    list: '/api/songs',
    path: '/api/songs',
    add: (token: string) => json('POST', song, asAdmin(token)),
    change: (token: string) => json('PUT', song, asAdmin(token)),
  },
  {
    noun: 'track',
    list: '/api/music',
    path: '/api/music/upload',
    add: (token: string) => form('POST', token, mp3()),
    change: (token: string) => form('PUT', token),
  },
])('the last change of a $noun', ({ list, path, add, change }) => {
  it('has a time and a device, and is visible to the administrator only', async () => {
    const name = list.replace('/api/', '')
    const id = await send(path, add(robin))
    expect(await lastChangeOf(name, id)).toEqual({ at, by: 'Robin’s phone' })
    await send(`${list}/${id}`, change(sam))
    expect(await lastChangeOf(name, id)).toEqual({ at, by: 'Sam’s laptop' })
    await send(`${list}/${id}`, change(nameless))
    expect(await lastChangeOf(name, id)).toEqual({ at })
    expect(await (await site.fetch(list)).text()).not.toMatch(/lastChange|phone|laptop/)

    const remove = { method: 'DELETE', headers: asAdmin(sam) }
    await site.fetch(`${list}/${id}`, remove)
    const bin = await site.fetch('/api/admin/bin', { headers: asAdmin(robin) })
    expect(await bin.json()).toMatchObject({ items: [{ deletedBy: 'Sam’s laptop' }] })
    const restore = { method: 'POST', headers: asAdmin(robin) }
    await send(`/api/admin/bin/${id}/restore`, restore)
    expect(await lastChangeOf(name, id)).toEqual({ at, by: 'Robin’s phone' })
  })
})

it('concurrent writes store the names of their own devices', async () => {
  const rounds = Array.from({ length: 20 }, async () => {
    const [one, other] = await Promise.all([
      send('/api/shows', json('POST', show, asAdmin(robin))),
      send('/api/shows', json('POST', show, asAdmin(sam))),
    ])
    expect(await lastChangeOf('shows', one)).toMatchObject({ by: 'Robin’s phone' })
    expect(await lastChangeOf('shows', other)).toMatchObject({ by: 'Sam’s laptop' })
  })
  await Promise.all(rounds)
})

it('the last change of the words is in their response and in a conflict, for the administrator only', async () => {
  const put = (token: string, tagline: string, headers: object) =>
    site.fetch('/api/site', json('PUT', { tagline }, { ...asAdmin(token), ...headers }))
  const headers = { 'if-match': '"v1"' }
  expect(await (await put(robin, 'One', headers)).json()).toMatchObject({
    lastChange: { by: 'Robin’s phone' },
  })
  const conflict = await put(sam, 'Two', headers)
  expect(conflict.status).toBe(412)
  expect(await conflict.json()).toMatchObject({ current: { lastChange: { by: 'Robin’s phone' } } })
  expect(await (await site.fetch('/api/site')).text()).not.toMatch(/lastChange|Robin’s/)
})

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
  lastChange?: object
}

/** Sends a request, and returns the record in its response. */
async function send(path: string, options: RequestInit): Promise<Answer> {
  const response = await site.fetch(path, options)
  expect(response.status).toBeLessThan(300)
  const [record] = Object.values((await response.json()) as object) as Answer[]
  return record as Answer
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
  it('tells the administrator when it was made and by which device, and visitors nothing', async () => {
    const added = await send(path, add(robin))
    expect(added.lastChange).toEqual({ at, by: 'Robin’s phone' })
    const changed = await send(`${list}/${added._id}`, change(sam))
    expect(changed.lastChange).toEqual({ at, by: 'Sam’s laptop' })
    const again = await send(`${list}/${added._id}`, change(nameless))
    expect(again.lastChange).toEqual({ at })
    expect(await (await site.fetch(list)).text()).not.toMatch(/lastChange|phone|laptop/)

    const remove = { method: 'DELETE', headers: asAdmin(sam) }
    await site.fetch(`${list}/${added._id}`, remove)
    const bin = await site.fetch('/api/admin/bin', { headers: asAdmin(robin) })
    expect(await bin.json()).toMatchObject({ items: [{ deletedBy: 'Sam’s laptop' }] })
    const restore = { method: 'POST', headers: asAdmin(robin) }
    const restored = await send(`/api/admin/bin/${added._id}/restore`, restore)
    expect(restored.lastChange).toEqual({ at, by: 'Robin’s phone' })
  })
})

it('two devices that write at the same moment are not mistaken for each other', async () => {
  const rounds = Array.from({ length: 20 }, async () => {
    const [one, other] = await Promise.all([
      send('/api/shows', json('POST', show, asAdmin(robin))),
      send('/api/shows', json('POST', show, asAdmin(sam))),
    ])
    expect([one.lastChange, other.lastChange]).toMatchObject([
      { by: 'Robin’s phone' },
      { by: 'Sam’s laptop' },
    ])
  })
  await Promise.all(rounds)
})

it('the last change of the words is in their response and in a conflict, and visitors get nothing', async () => {
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

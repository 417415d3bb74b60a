import { afterEach, beforeEach, expect, it } from 'vitest'
import { type MemorySite, openSite } from '../../testing/memory-site'
import { asAdmin, json } from '../../testing/requests'
import type { Away, BusyDay } from '../contract/availability'
import type { Enquiry } from '../contract/enquiries'
import type { AdminShow } from '../contract/shows'

let site: MemorySite
let token: string
beforeEach(async () => {
  site = await openSite({ LOG_LEVEL: 'silent', RATE_LIMIT: 'off' })
  token = await site.token()
})
afterEach(() => site.stop())

const send = (method: string, path: string, body: object) =>
  site.fetch(path, json(method, body, asAdmin(token)))
async function days(query = 'from=2031-06-01&to=2031-06-30') {
  const response = await site.fetch(`/api/availability?${query}`)
  expect(response.headers.get('cache-control')).toBe('no-store')
  return ((await response.json()) as { days: BusyDay[] }).days
}

it('the public availability contains dates and states only', async () => {
  const secret = { city: 'London', privateNote: 'The mayor turns 60', fee: 180_000 }
  const dates = { public: '2031-06-01', draft: '2031-06-02', private: '2031-06-03' }
  for (const [visibility, date] of Object.entries(dates))
    await send('POST', '/api/shows', { date, venue: 'Secret', visibility, ...secret })
  await send('POST', '/api/admin/away', { from: '2031-06-10', to: '2031-06-11', note: 'Surgery' })
  await site.fetch(
    '/bookus',
    json('POST', { name: 'Pat', email: 'pat@example.org', message: 'Hi', date: '2031-06-20' }),
  )
  expect(await days()).toHaveLength(5)
  const inbox = await site.fetch('/api/enquiries', { headers: asAdmin(token) })
  const [enquiry] = ((await inbox.json()) as { enquiries: Enquiry[] }).enquiries
  await send('PUT', `/api/enquiries/${enquiry?._id}`, { status: 'held', holdUntil: '2999-01-01' })
  const found = await days()
  expect(found).toEqual([
    { date: '2031-06-01', state: 'taken' },
    { date: '2031-06-02', state: 'taken' },
    { date: '2031-06-03', state: 'taken' },
    { date: '2031-06-10', state: 'taken' },
    { date: '2031-06-11', state: 'taken' },
    { date: '2031-06-20', state: 'asked' },
  ])
  // Nothing of a private night is in a public answer.
  for (const path of ['/api/shows', '/shows.ics', '/shows.rss', '/Shows', '/sitemap.xml'])
    expect(await (await site.fetch(path)).text()).not.toMatch(/mayor|180000|Surgery|2031-06-0[23]/)
})

it('public responses keep their entity tags when a private night changes', async () => {
  const paths = ['/api/shows', '/api/site', '/shows.ics', '/Shows', '/sitemap.xml']
  const etags = () =>
    Promise.all(paths.map(async (path) => (await site.fetch(path)).headers.get('etag')))
  const before = await etags()
  expect(before).not.toContain(null)
  const hidden = { date: '2031-06-03', venue: 'X', city: 'Y', visibility: 'private' }
  const added = await send('POST', '/api/shows', hidden)
  const { show } = (await added.json()) as { show: AdminShow }
  await send('PUT', `/api/shows/${show._id}`, { ...hidden, fee: 5, isPaid: true, contact: 'Jo' })
  await send('POST', '/api/admin/away', { from: '2031-06-10', to: '2031-06-11' })
  expect(await etags()).toEqual(before)

  const open = { date: '2031-06-04', venue: 'Hall', city: 'London' }
  const seen = (await (await send('POST', '/api/shows', open)).json()) as { show: AdminShow }
  const after = await etags()
  await send('PUT', `/api/shows/${seen.show._id}`, { ...open, fee: 5, privateNote: 'Mayor' })
  expect(await etags()).toEqual(after)
  await send('PUT', `/api/shows/${seen.show._id}`, { ...open, note: 'All ages' })
  expect(await etags()).not.toEqual(after)
})

it.each([
  ['from=2031-06-01&to=2032-07-05', 422],
  ['from=2031-06-01&to=2032-07-04', 200],
  ['from=2031-06-02&to=2031-06-01', 422],
  ['from=2031-02-29', 422],
  ['from=', 422],
  ['', 200],
])('?%s answers %d', async (query, status) =>
  expect((await site.fetch(`/api/availability?${query}`)).status).toBe(status),
)

it('a booked enquiry’s night is free again when its show was moved or cancelled', async () => {
  const asked = { name: 'Pat', email: 'pat@example.org', message: 'Hi', date: '2031-06-20' }
  await site.fetch('/bookus', json('POST', asked))
  const inbox = await site.fetch('/api/enquiries', { headers: asAdmin(token) })
  const [enquiry] = ((await inbox.json()) as { enquiries: Enquiry[] }).enquiries
  const made = await send('POST', `/api/enquiries/${enquiry?._id}/show`, { visibility: 'private' })
  const { show } = (await made.json()) as { show: AdminShow }
  await send('PUT', `/api/enquiries/${enquiry?._id}`, { status: 'booked' })
  const { venue, city } = show
  await send('PUT', `/api/shows/${show._id}`, { date: '2031-06-21', venue, city })
  expect(await days()).toEqual([{ date: '2031-06-21', state: 'taken' }])
  await send('PUT', `/api/shows/${show._id}`, {
    date: '2031-06-21',
    venue,
    city,
    status: 'cancelled',
  })
  expect(await days()).toEqual([])
})

it('a show that another process has just added takes its night at once', async () => {
  const shows = site.db.collection('shows')
  await shows.insertOne({ date: '2031-06-20', venue: 'Barn', city: 'Arva', slugs: ['barn'] })
  expect(await days()).toEqual([{ date: '2031-06-20', state: 'taken' }])
})

it('a repeated request with one Idempotency-Key adds nights off once', async () => {
  const add = (from: string) => {
    const headers = { ...asAdmin(token), 'idempotency-key': 'one' }
    return site.fetch('/api/admin/away', json('POST', { from, to: '2031-06-11' }, headers))
  }
  const both = await Promise.all([add('2031-06-10'), add('2031-06-10')])
  const [one, other] = await Promise.all(both.map((response) => response.json()))
  expect(one).toEqual(other)
  const list = await site.fetch('/api/admin/away', { headers: asAdmin(token) })
  expect(((await list.json()) as { away: Away[] }).away).toHaveLength(1)
  expect((await add('2031-06-09')).status).toBe(422)
})

it('nights off are added, changed, listed and deleted by the administrator only', async () => {
  const path = '/api/admin/away'
  const added = await send('POST', path, { from: '2031-06-10', to: '2031-06-11', note: 'Away' })
  expect(added.status).toBe(201)
  const { away } = (await added.json()) as { away: Away }
  const one = `${path}/${away._id}`
  const changed = await send('PUT', one, { from: '2031-06-10', to: '2031-06-10', note: '' })
  expect(await changed.json()).toEqual({
    away: { _id: away._id, from: '2031-06-10', to: '2031-06-10' },
  })
  const backwards = await send('POST', path, { from: '2031-06-10', to: '2031-06-09' })
  expect(await backwards.json()).toMatchObject({ status: 422, errors: [{ field: 'to' }] })
  const list = await site.fetch(path, { headers: asAdmin(token) })
  expect(((await list.json()) as { away: Away[] }).away).toHaveLength(1)
  expect((await site.fetch(path)).status).toBe(401)
  const remove = () => site.fetch(one, { method: 'DELETE', headers: asAdmin(token) })
  expect([(await remove()).status, (await remove()).status]).toEqual([204, 404])
  expect(await days()).toEqual([])
})

it('a night off until the end of the calendar is answered like any other', async () => {
  const endless = { from: '2031-06-29', to: '9999-12-31' }
  await send('POST', '/api/admin/away', endless)
  expect(await days()).toHaveLength(2)
  const last = { date: '9999-12-31', state: 'taken' }
  expect(await days('from=9999-12-31&to=9999-12-31')).toEqual([last])
  expect((await days('from=9999-12-01')).at(-1)).toEqual(last)
})

it('a booked enquiry takes its night although it was taken for spam', async () => {
  const body = { name: 'Pat', email: 'pat@example.org', message: 'Hi', date: '2031-06-20' }
  await site.fetch('/bookus', json('POST', { ...body, website: 'filled by the browser' }))
  const boxed = async (box: string) => {
    const response = await site.fetch(`/api/enquiries?status=${box}`, { headers: asAdmin(token) })
    return ((await response.json()) as { enquiries: Enquiry[] }).enquiries
  }
  const [enquiry] = await boxed('spam')
  await send('PUT', `/api/enquiries/${enquiry?._id}`, { status: 'booked' })
  expect(await days()).toEqual([{ date: '2031-06-20', state: 'taken' }])
  expect(await boxed('booked')).toMatchObject([{ name: 'Pat', isSpam: false }])
  expect(await boxed('spam')).toEqual([])
})

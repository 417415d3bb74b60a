import { afterEach, beforeEach, expect, it } from 'vitest'
import { type MemorySite, openSite } from '../../testing/memory-site'
import { asAdmin, json } from '../../testing/requests'
import { adminPassword } from '../../testing/site-process'
import type { EnquiriesResponse, Enquiry } from '../contract/enquiries'
import type { AdminShow } from '../contract/shows'
import type { Song } from '../contract/songs'

let site: MemorySite
let token: string
beforeEach(async () => {
  site = await openSite({ LOG_LEVEL: 'silent', RATE_LIMIT: 'off' })
  const body = { username: 'admin', password: adminPassword, deviceName: 'Robin’s phone' }
  const login = await site.fetch('/api/admin/login', json('POST', body))
  token = ((await login.json()) as { token: string }).token
})
afterEach(() => site.stop())

const song = '64b000000000000000000001'
const wishes = {
  date: '2031-06-20',
  place: 'Barn at Arva',
  occasion: 'wedding',
  guests: 120,
  phone: '(519) 555-0134',
  songIds: [song],
}
const text = { name: 'Pat', email: 'pat@example.org', message: 'A barn, in June.' }
const ask = (more: object = wishes, headers: Record<string, string> = {}) =>
  site.fetch('/bookus', json('POST', { ...text, ...more }, headers))
async function inbox() {
  const response = await site.fetch('/api/enquiries', { headers: asAdmin(token) })
  return ((await response.json()) as { enquiries: Enquiry[] }).enquiries
}
const change = (id: string | undefined, body: object) =>
  site.fetch(`/api/enquiries/${id}`, json('PUT', body, asAdmin(token)))
/** The status of a refusal, and the fields that it names. */
async function problemOf(response: Response) {
  const { errors = [] } = (await response.json()) as { errors?: { field: string }[] }
  return [response.status, errors.map(({ field }) => field)]
}
const enquiryIn = async (response: Response) =>
  ((await response.json()) as { enquiry: Enquiry }).enquiry

it('an enquiry has what the visitor says about the night, and a reference for both sides', async () => {
  const key = { 'idempotency-key': 'one' }
  const receipt = (await (await ask(wishes, key)).json()) as { reference: string }
  expect(receipt.reference).toMatch(/^[A-Z]{2}-\d[A-Z\d]{3}$/)
  expect(await (await ask(wishes, key)).json()).toEqual(receipt)
  expect(await inbox()).toMatchObject([{ ...text, ...wishes, reference: receipt.reference }])
  const other = (await (await ask({})).json()) as { reference: string }
  expect(other.reference).not.toBe(receipt.reference)
})

it('a form without scripts carries the same, and what was left empty is absent', async () => {
  const fields = { ...text, ...wishes, guests: '120', phone: '', songIds: '', website: '' }
  const response = await site.fetch('/BookUs', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields as never),
  })
  expect(response.status).toBe(200)
  const [enquiry] = await inbox()
  const { phone: _, songIds: __, ...kept } = wishes
  expect(enquiry).toMatchObject(kept)
  const body = new URLSearchParams(text)
  for (const id of ['', song, song.replace('1', '2')]) body.append('songIds', id)
  await site.fetch('/BookUs', { method: 'POST', body })
  expect((await inbox())[0]?.songIds).toEqual([song, song.replace('1', '2')])
  expect(enquiry).not.toHaveProperty('phone')
  expect(enquiry).not.toHaveProperty('songIds')
})

it.each([
  [{ date: '2031-02-30' }, 'date'],
  [{ occasion: 'birthday' }, 'occasion'],
  [{ guests: 1.5 }, 'guests'],
  [{ songIds: Array(51).fill(song) }, 'songIds'],
])('%j is refused', async (more, field) => {
  const response = await ask(more)
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({ errors: [{ field }] })
  expect(await inbox()).toEqual([])
})

it('an enquiry’s history has times and device names', async () => {
  await ask()
  const [{ _id } = {}] = await inbox()
  const held = await enquiryIn(
    await change(_id, { status: 'held', holdUntil: '2031-05-01', privateNote: 'Ask for power' }),
  )
  expect(held).toMatchObject({ holdUntil: '2031-05-01', privateNote: 'Ask for power' })
  await change(_id, { status: 'held', holdUntil: '2031-05-02' })
  const booked = await enquiryIn(await change(_id, { status: 'booked' }))
  expect(booked).not.toHaveProperty('holdUntil')
  expect(booked.privateNote).toBe('Ask for power')
  expect(booked.events).toMatchObject([
    { status: 'held', by: 'Robin’s phone' },
    { status: 'held', by: 'Robin’s phone' },
    { status: 'booked', by: 'Robin’s phone' },
  ])
  expect(
    await enquiryIn(await change(_id, { status: 'booked', privateNote: '' })),
  ).not.toHaveProperty('privateNote')
  for (const body of [{ status: 'won' }, { status: '' }, {}, { unknown: 'x' }])
    expect(await problemOf(await change(_id, body))).toEqual([422, ['status']])
  const counts = await site.fetch('/api/enquiries?status=booked', { headers: asAdmin(token) })
  expect(await counts.json()).toMatchObject({ counts: { new: 0, booked: 1 } })
})

it('an enquiry becomes one private show, linked both ways', async () => {
  await ask()
  const [{ _id } = {}] = await inbox()
  const make = (visibility = 'private') =>
    site.fetch(`/api/enquiries/${_id}/show`, json('POST', { visibility }, asAdmin(token)))
  const both = await Promise.all([make(), make()])
  expect(both.map(({ status }) => status)).toEqual([201, 201])
  const [one, other] = (await Promise.all(both.map((response) => response.json()))) as {
    show: AdminShow
  }[]
  expect(one?.show).toMatchObject({
    date: '2031-06-20',
    venue: 'Barn at Arva',
    visibility: 'private',
    enquiryId: _id,
    contact: 'Pat, (519) 555-0134, pat@example.org',
    privateNote: 'Wedding · 120 guests',
  })
  expect(other?.show._id).toBe(one?.show._id)
  expect((await inbox())[0]?.showId).toBe(one?.show._id)
  expect(await (await site.fetch('/api/shows')).json()).toEqual({ shows: [] })
  expect((await make('public')).status).toBe(422)
})

it('an enquiry without a date becomes a show when the band has set its date', async () => {
  await ask({})
  const [{ _id } = {}] = await inbox()
  const make = () =>
    site.fetch(`/api/enquiries/${_id}/show`, json('POST', { visibility: 'draft' }, asAdmin(token)))
  expect(await problemOf(await make())).toEqual([422, ['date']])
  expect(await problemOf(await change(_id, { date: '2031-02-30' }))).toEqual([422, ['date']])
  const night = { date: '2031-06-21', place: 'Rossi Bar, Strathroy' }
  await change(_id, night)
  await change(_id, { ...night, status: 'held', holdUntil: '2031-05-01' })
  expect(await inbox()).toMatchObject([
    { ...night, status: 'held', events: [{ about: 'night', status: 'new' }, { status: 'held' }] },
  ])
  const days = await site.fetch('/api/availability?from=2031-06-20&to=2031-06-22')
  expect(await days.json()).toMatchObject({ days: [{ date: '2031-06-21' }] })
  expect(await (await make()).json()).toMatchObject({
    show: { date: '2031-06-21', venue: 'Rossi Bar', city: 'Strathroy' },
  })
  expect(await enquiryIn(await change(_id, { date: '' }))).not.toHaveProperty('date')
})

it('enquiries are found in all boxes by the words of their texts, page by page', async () => {
  await ask({ name: 'Renée', place: 'Aeolian Hall', date: '2031-06-20', occasion: 'wedding' })
  const [{ reference = '' } = {}] = await inbox()
  await ask({ name: 'Sam', message: 'At Renee’s house' })
  await ask({ name: 'Robot', message: 'Renée', website: 'x' })
  for (let sent = 0; sent < 51; sent += 1) await ask({ name: `Guest ${sent}` })
  const find = async (query: string) => {
    const response = await site.fetch(`/api/enquiries?find=${query}`, { headers: asAdmin(token) })
    const { enquiries, next } = (await response.json()) as EnquiriesResponse
    return { names: enquiries.map(({ name }) => name), next }
  }
  expect((await find('RENEE')).names).toEqual(['Robot', 'Sam', 'Renée'])
  expect((await find('hall%20june%2020')).names).toEqual(['Renée'])
  expect((await find('wedding%20friday')).names).toEqual(['Renée'])
  for (const typed of [reference, reference.toLowerCase().replace('-', '')])
    expect((await find(typed)).names).toEqual(['Renée'])
  expect((await find('renee&status=spam')).names).toEqual(['Robot'])
  expect((await find('nobody')).names).toEqual([])
  const first = await find('guest')
  expect(first.names).toHaveLength(50)
  expect(await find(`guest&before=${first.next}`)).toEqual({ names: ['Guest 0'], next: undefined })
})

it('an enquiry can be marked as spam, and unmarked', async () => {
  await ask()
  const [{ _id } = {}] = await inbox()
  const counts = async () => {
    const response = await site.fetch('/api/enquiries', { headers: asAdmin(token) })
    return ((await response.json()) as EnquiriesResponse).counts
  }
  expect(await enquiryIn(await change(_id, { isSpam: true }))).toMatchObject({ isSpam: true })
  expect(await counts()).toMatchObject({ new: 0, spam: 1 })
  const spam = await site.fetch('/api/enquiries?status=spam', { headers: asAdmin(token) })
  expect(((await spam.json()) as EnquiriesResponse).enquiries).toMatchObject([
    { _id, events: [{ about: 'spam' }] },
  ])
  expect(await enquiryIn(await change(_id, { isSpam: false }))).toMatchObject({ status: 'new' })
  expect(await counts()).toMatchObject({ new: 1, spam: 0 })
})

it('the ticked songs are the first set of the show', async () => {
  const add = async (title: string) => {
    const body = json('POST', { title, artist: 'Us' }, asAdmin(token))
    return ((await (await site.fetch('/api/songs', body)).json()) as { song: Song }).song._id
  }
  const [aja, brandy] = [await add('Aja'), await add('Brandy')]
  await ask({ date: '2031-06-20', songIds: [brandy, song, aja] })
  const [{ _id } = {}] = await inbox()
  const body = json('POST', { visibility: 'draft' }, asAdmin(token))
  const made = await site.fetch(`/api/enquiries/${_id}/show`, body)
  expect(((await made.json()) as { show: AdminShow }).show.setList).toEqual([
    { songIds: [brandy, aja] },
  ])
})

it('holds, notes and the show are in the history, with their device', async () => {
  await ask()
  const [{ _id } = {}] = await inbox()
  await change(_id, { status: 'held', holdUntil: '2031-05-01' })
  await change(_id, { status: 'held', holdUntil: '2031-05-08' })
  await change(_id, { privateNote: 'Ask for power', place: 'Barn' })
  await change(_id, { privateNote: 'Ask for power' })
  await site.fetch(
    `/api/enquiries/${_id}/show`,
    json('POST', { visibility: 'private' }, asAdmin(token)),
  )
  const by = 'Robin’s phone'
  expect((await inbox())[0]?.events).toMatchObject([
    { status: 'held', by },
    { status: 'held', by },
    { status: 'held', about: 'note', by },
    { status: 'held', about: 'night', by },
    { status: 'held', about: 'show', by },
  ])
})

it('a change of another version is refused with the enquiry as it is now', async () => {
  await ask()
  const [{ _id, version } = {}] = await inbox()
  expect(version).toBe(1)
  const send = (body: object, version: string, key?: string) => {
    const headers = {
      ...asAdmin(token),
      'if-match': version,
      ...(key && { 'idempotency-key': key }),
    }
    return site.fetch(`/api/enquiries/${_id}`, json('PUT', body, headers))
  }
  const changed = await send({ status: 'answered' }, '"v1"', 'one')
  expect([changed.status, changed.headers.get('etag')]).toEqual([200, '"v2"'])
  // Its response was lost, so it is sent again.
  const again = await send({ status: 'answered' }, '"v1"', 'one')
  expect(await again.json()).toMatchObject({ enquiry: { status: 'answered', version: 2 } })
  const late = await send({ status: 'declined' }, '"v1"', 'two')
  expect(late.status).toBe(412)
  expect(await late.json()).toMatchObject({ current: { status: 'answered', version: 2 } })
  expect((await send({ status: 'declined' }, '"v2"')).status).toBe(200)
  expect((await send({ status: 'answered' }, '"v1"', 'one')).status).toBe(412)
})

it.each([
  ['Rossi Bar, Strathroy', { venue: 'Rossi Bar', city: 'Strathroy' }],
  ['Barn, 12 Mill Road', { venue: 'Barn, 12 Mill Road', city: 'London' }],
  ['Barn', { venue: 'Barn', city: 'London' }],
  ['Barn, Arva, ON', { venue: 'Barn, Arva, ON', city: 'London' }],
  ['Strathroy, Ontario', { venue: 'Strathroy, Ontario', city: 'London' }],
  ['Our yard, rain or shine', { venue: 'Our yard, rain or shine', city: 'London' }],
])('the place %s of an enquiry becomes the place of its show', async (place, where) => {
  const words = { town: 'London, Ontario', region: 'Ontario' }
  await site.fetch('/api/site', json('PUT', words, asAdmin(token)))
  await ask({ date: '2031-07-04', place })
  const [{ _id } = {}] = await inbox()
  const path = `/api/enquiries/${_id}/show`
  const response = await site.fetch(path, json('POST', { visibility: 'draft' }, asAdmin(token)))
  expect(await response.json()).toMatchObject({ show: where })
})

it('a form without scripts is told with its result whether the band is free', async () => {
  const answer = async (date: string) => {
    const body = new URLSearchParams({ ...text, date, website: '' })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return (await site.fetch('/BookUs', { method: 'POST', headers, body })).text()
  }
  const show = { date: '2031-07-04', venue: 'Secret Hall', city: 'London', visibility: 'private' }
  await site.fetch('/api/shows', json('POST', show, asAdmin(token)))
  await ask({ date: '2031-07-05' })
  const [held] = await inbox()
  await change(held?._id, { status: 'held', holdUntil: '2031-07-01' })
  expect(await answer('2031-07-04')).toContain('We’re not free that night.')
  expect(await answer('2031-07-04')).not.toContain('Secret Hall')
  expect(await answer('2031-07-05')).toContain('Somebody asked first.')
  expect(await answer('2031-07-06')).toContain('We’re free that night!')
})

it('a form without scripts that has too many fields gets the booking page, with 413', async () => {
  const names = Array.from({ length: 101 }, (_, index) => `field${index}`)
  const body = new URLSearchParams(Object.fromEntries(names.map((name) => [name, 'x'])))
  const response = await site.fetch('/BookUs', { method: 'POST', body })
  expect([response.status, response.headers.get('content-type')]).toEqual([
    413,
    expect.stringContaining('text/html'),
  ])
})

it('texts for replies can be changed, and nothing is sent where mail is off', async () => {
  const path = '/api/admin/reply-templates'
  const read = async () => (await site.fetch(path, { headers: asAdmin(token) })).json()
  expect(await read()).toMatchObject({
    canSend: false,
    templates: [{ title: 'We are free' }, { status: 'declined' }, {}],
  })
  const templates = [{ title: 'No', text: 'Sorry, {name}.', status: 'archived' }]
  const put = (body: object) => site.fetch(path, json('PUT', body, asAdmin(token)))
  expect(await (await put({ templates })).json()).toEqual({ canSend: false, templates })
  expect(await read()).toEqual({ canSend: false, templates })
  expect((await put({ templates: [{ title: '', text: 'x' }] })).status).toBe(422)
  expect((await put({ templates: [] })).status).toBe(200)
  expect(await read()).toEqual({ canSend: false, templates: [] })

  await ask()
  const [enquiry] = await inbox()
  const reply = json('POST', { text: 'Hi' }, asAdmin(token))
  expect((await site.fetch(`/api/enquiries/${enquiry?._id}/reply`, reply)).status).toBe(409)
  expect((await inbox())[0]).toMatchObject({ status: 'new' })
})

it('a note keeps the status, which another device may have changed', async () => {
  await ask()
  const [enquiry] = await inbox()
  await change(enquiry?._id, { status: 'held', holdUntil: '2031-05-01' })
  await change(enquiry?._id, { privateNote: 'Ask for power' })
  const expected = { status: 'held', holdUntil: '2031-05-01', privateNote: 'Ask for power' }
  expect((await inbox())[0]).toMatchObject(expected)
})

it('an enquiry that is deleted while it is made a show leaves no show without an answer', async () => {
  for (let attempt = 0; attempt < 8; attempt += 1) await ask({ date: `2031-07-0${attempt + 1}` })
  const answers = (await inbox()).map(async ({ _id }) => {
    const body = json('POST', { visibility: 'private' }, asAdmin(token))
    const making = site.fetch(`/api/enquiries/${_id}/show`, body)
    await site.fetch(`/api/enquiries/${_id}`, { method: 'DELETE', headers: asAdmin(token) })
    return (await making).status
  })
  const statuses = await Promise.all(answers)
  const response = await site.fetch('/api/admin/shows', { headers: asAdmin(token) })
  const { shows } = (await response.json()) as { shows: AdminShow[] }
  expect(statuses).toHaveLength(8)
  expect(shows).toHaveLength(statuses.filter((status) => status === 201).length)
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type MemorySite, openSite } from '../../testing/memory-site'
import { asAdmin, json } from '../../testing/requests'
import { serveSite } from '../../testing/served-site'
import type { EnquiriesResponse } from '../contract/enquiries'
import { openBin } from '../mongo/bin'
import { openEnquiryRepository } from './enquiries.repository'
import { monthsBefore } from './enquiry-retention'

let site: MemorySite
let admin: Record<string, string>
beforeAll(async () => {
  site = await openSite()
  admin = asAdmin(await site.token())
})
afterAll(() => site.stop())

const enquiry = { name: 'Pat', email: 'pat@example.org', message: 'A wedding in June?' }
const call = (path: string, options?: RequestInit) => site.fetch(path, options)
const send = (body: object | string, headers = {}) => call('/bookus', json('POST', body, headers))

async function inbox() {
  const response = await call('/api/enquiries', { headers: admin })
  return ((await response.json()) as { enquiries: Record<string, string>[] }).enquiries
}

describe('a booking enquiry', () => {
  it('of an earlier version that runs beside this one is in the inbox', async () => {
    const name = `Old ${randomUUID()}`
    await site.db
      .collection('enquiries')
      .insertOne({ ...enquiry, name, status: 'new', receivedAt: new Date() })
    expect(await inbox()).toContainEqual(
      expect.objectContaining({ name, isSpam: false, isUnsure: false }),
    )
  })

  it('reaches the band, newest first', async () => {
    expect((await send({ ...enquiry, name: ' First ' })).status).toBe(201)
    expect((await send({ ...enquiry, name: 'Second' })).status).toBe(201)
    const [newest, older] = await inbox()
    expect(newest).toEqual({
      ...enquiry,
      version: 1,
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      reference: expect.stringMatching(/^[A-Z]{2}-[A-Z\d]{4}$/),
      name: 'Second',
      status: 'new',
      receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      isSpam: false,
      isUnsure: false,
      mail: 'off',
    })
    expect(older?.['name']).toBe('First')
  })

  it.each([
    ['nothing', {}, ['email', 'message', 'name']],
    ['no address', { ...enquiry, email: 'pat at home' }, ['email']],
    ['two addresses', { ...enquiry, email: 'a@b.c\r\nBcc: d@e.f' }, ['email']],
    ['a dot at the end of the local part', { ...enquiry, email: 'pat.@example.org' }, ['email']],
    ['two consecutive dots', { ...enquiry, email: 'p..at@example.org' }, ['email']],
    ['a local part of 65 characters', { ...enquiry, email: `${'a'.repeat(65)}@b.ca` }, ['email']],
    ['a long address', { ...enquiry, email: `${'a'.repeat(250)}@b.ca` }, ['email']],
    ['a long message', { ...enquiry, message: 'x'.repeat(5001) }, ['message']],
    ['a blank name', { ...enquiry, name: ' ' }, ['name']],
    ['a name of two lines', { ...enquiry, name: 'Pat\r\nBcc: everybody@example.org' }, ['name']],
    ['half an emoji', '{"name":"Pat","email":"pat@example.org","message":"\\udf38"}', ['message']],
    ['a run of accents', { ...enquiry, message: `e${'\u0301'.repeat(31)}` }, ['message']],
  ])('is refused with %s', async (_, body: object | string, fields) => {
    const response = await send(body)
    expect(response.status).toBe(422)
    const { errors } = (await response.json()) as { errors: { field: string }[] }
    expect(errors.map(({ field }) => field).sort()).toEqual(fields)
  })

  it('is stored once for a key that is sent repeatedly or concurrently', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const name = `Once ${randomUUID()}`
    const responses = await Promise.all(
      Array.from({ length: 12 }, () => send({ ...enquiry, name }, key)),
    )
    const receipts = new Set(await Promise.all(responses.map((response) => response.text())))
    expect(responses.map(({ status }) => status)).toEqual(Array(12).fill(201))
    expect(receipts.size).toBe(1)
    expect((await inbox()).filter((one) => one['name'] === name).length).toBe(1)
  })

  it('does not come back when the band deleted it and the phone sends it again', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const name = `Deleted ${randomUUID()}`
    await send({ ...enquiry, name }, key)
    const found = (await inbox()).find((one) => one['name'] === name)
    await call(`/api/enquiries/${found?.['_id']}`, { method: 'DELETE', headers: admin })
    expect((await send({ ...enquiry, name }, key)).status).toBe(201)
    expect((await inbox()).some((one) => one['name'] === name)).toBe(false)
  })

  it('is refused with a key that is none', async () => {
    expect((await send(enquiry, { 'idempotency-key': 'x'.repeat(201) })).status).toBe(422)
  })

  it.each([
    ['fills the field that nobody sees', { website: 'https://spam.example' }],
    ['is faster than anybody writes', { filledFor: 300 }],
  ])('of a program, which %s, is told success and kept apart', async (_, marks) => {
    const name = `Program ${randomUUID()}`
    expect((await send({ ...enquiry, name, ...marks })).status).toBe(201)
    const found = (await inbox()).find((one) => one['name'] === name)
    expect(found).toMatchObject({ isSpam: true, mail: 'off' })
  })

  it('is refused for some time when too many came from one address, and is stored on a retry', async () => {
    const limited = await openSite()
    const post = (key: string) =>
      limited.fetch(`/bookus`, json('POST', enquiry, { 'idempotency-key': key }))
    const statuses = new Set<number>()
    for (let sent = 0; sent < 30; sent += 1) statuses.add((await post(`key-${sent}`)).status)
    expect(statuses).toEqual(new Set([201]))
    const refused = await post('one-too-many')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    // A retry of a stored enquiry is not limited.
    expect((await post('key-3')).status).toBe(201)
    await limited.stop()
  })

  it('is refused under the key of another one', async () => {
    const key = { 'idempotency-key': randomUUID() }
    expect((await send(enquiry, key)).status).toBe(201)
    expect((await send({ ...enquiry, message: 'Another text' }, key)).status).toBe(422)
  })

  describe('in a flood', () => {
    let flooded: MemorySite
    let count = 0
    const from = (address: string, more: object = {}) => {
      count += 1
      const body = { ...enquiry, message: `Number ${count}`, ...more }
      return flooded
        .fetch(`/bookus`, json('POST', body, { 'x-forwarded-for': address }))
        .then(({ status }) => status)
    }
    const countsOf = async () => {
      const headers = asAdmin(await flooded.token())
      const response = await flooded.fetch(`/api/enquiries`, { headers })
      return ((await response.json()) as { counts: Record<string, number> }).counts
    }
    beforeAll(async () => {
      flooded = await openSite({ TRUST_PROXY: '1' })
    })
    afterAll(() => flooded.stop())

    it('is accepted from a first-time sender after others have sent spam', async () => {
      const spam = { website: 'https://spam.example' }
      const endsAt = new Date(Date.now() + 3_600_000)
      await flooded.db
        .collection<{ _id: string }>('enquiryCounts')
        .insertOne({ _id: 'spam of a day', count: 950, endsAt } as { _id: string })
      let sent = 0
      while ((await from(`203.0.113.${sent % 20}`, spam)) === 201) sent += 1
      // 50 remain of the day's 1,000; after that, each of the 20 addresses may send one more.
      expect(sent).toBe(70)
      expect(await from('198.51.100.1')).toBe(201)
      // An address without earlier enquiries is accepted, even if its enquiry is classified as spam.
      expect(await from('198.51.100.9', spam)).toBe(201)
      expect(await countsOf()).toMatchObject({ new: 1, unsure: 0 })
    }, 60_000)

    it('is taken from a new address when others have sent hundreds, whose later ones are held apart', async () => {
      const before = await countsOf()
      for (let sent = 0; sent < 13 * 30; sent += 1)
        expect(await from(`192.0.2.${Math.floor(sent / 30)}`)).toBe(201)
      const { new: genuine = 0, unsure = 0 } = await countsOf()
      expect(genuine - (before['new'] ?? 0)).toBeLessThanOrEqual(313)
      expect(genuine + unsure).toBe((before['new'] ?? 0) + 13 * 30)
      expect(unsure).toBeGreaterThan(0)
      expect(await from('198.51.100.2')).toBe(201)
      expect(await countsOf()).toMatchObject({ new: genuine + 1, unsure })
    }, 60_000)
  })

  it('is refused above 90 in ten minutes from one /48, while others are accepted', async () => {
    const own = await openSite({ TRUST_PROXY: '1' })
    const from = async (address: string, index: number) => {
      const body = { ...enquiry, message: `From ${address}, ${index}` }
      return (await own.fetch('/bookus', json('POST', body, { 'x-forwarded-for': address }))).status
    }
    const statuses: number[] = []
    for (let index = 0; index < 95; index += 1)
      statuses.push(await from(`2001:db8:1:${index}::1`, index))
    expect(statuses).toEqual([...Array(90).fill(201), ...Array(5).fill(429)])
    expect(await from('2001:db8:2::1', 0)).toBe(201)
    await own.stop()
  })

  it.each([
    ['spam', { isSpam: true, isUnsure: false }],
    ['unsure', { isSpam: false, isUnsure: true }],
  ])('is removed as the oldest of 2,000 that are %s', async (box, marks) => {
    const own = await openSite()
    const db = own.db
    const old = Array.from({ length: 2_000 }, (_, index) => ({
      ...enquiry,
      ...marks,
      status: 'new',
      receivedAt: new Date(Date.now() - 3_600_000 + index),
      message: `Old ${index}`,
    }))
    await db.collection('enquiries').insertMany(old)
    // As after a flood of first enquiries.
    await db.collection<{ _id: string; count: number; endsAt: Date }>('enquiryCounts').insertOne({
      _id: 'first ones of an hour',
      count: 1_000,
      endsAt: new Date(Date.now() + 3_600_000),
    })
    const body = { ...enquiry, message: 'The newest', website: box === 'spam' ? 'x' : '' }
    expect((await own.fetch('/bookus', json('POST', body))).status).toBe(201)
    expect(await db.collection('enquiries').countDocuments(marks)).toBe(2_000)
    for (const [message, count] of [
      ['Old 0', 0],
      ['Old 1', 1],
      ['The newest', 1],
    ] as const)
      expect(await db.collection('enquiries').countDocuments({ message })).toBe(count)
    const indexes = await db.collection('enquiries').indexes()
    // An older enquiry that the band marks as spam is deleted 30 days after that.
    const expiring = indexes.filter(({ expireAfterSeconds }) => expireAfterSeconds)
    expect(expiring.map(({ name }) => name).sort()).toEqual([
      'receivedAt_1',
      'spamSince_1',
      'unsure_receivedAt',
    ])
    await own.stop()
  })

  it('is read in pages of 50 by the boxes of the inbox', async () => {
    const own = await serveSite({ RATE_LIMIT: 'off' })
    const headers = asAdmin(await own.token())
    for (let sent = 0; sent < 120; sent += 1)
      await fetch(
        `${own.url}/bookus`,
        json('POST', { ...enquiry, message: `${sent}`, website: sent % 4 === 0 ? 'x' : '' }),
      )
    const page = async (query: string) => {
      const response = await fetch(`${own.url}/api/enquiries${query}`, { headers })
      return (await response.json()) as EnquiriesResponse
    }
    async function all(status: string) {
      const found: string[] = []
      const sizes: number[] = []
      let next: string | undefined = ''
      while (next !== undefined) {
        const before: string = next && `&before=${next}`
        const { enquiries, next: following } = await page(`?status=${status}${before}`)
        found.push(...enquiries.map(({ message }) => message))
        sizes.push(enquiries.length)
        next = following
      }
      return { found, sizes }
    }
    const first = await page('')
    expect(first.enquiries.map(({ message }) => message)).toEqual(
      Array.from({ length: 50 }, (_, index) => String(119 - index)),
    )
    expect(first.counts).toMatchObject({ new: 90, answered: 0, archived: 0, unsure: 0, spam: 30 })
    const { found, sizes } = await all('new')
    expect(sizes).toEqual([50, 40])
    expect(found).toHaveLength(90)
    expect(new Set(found).size).toBe(90)
    expect((await all('spam')).found).toHaveLength(30)
    expect((await all('answered')).found).toEqual([])
    for (const query of ['?status=lost', '?status=', '?before=yesterday'])
      expect((await fetch(`${own.url}/api/enquiries${query}`, { headers })).status).toBe(422)
    await own.stop()
  })

  it('is deleted after ENQUIRY_MONTHS, unless its booked night is still to come', async () => {
    const own = await serveSite({ ENQUIRY_MONTHS: '6', RATE_LIMIT: 'off' })
    const date = '2031-05-03'
    for (const message of ['old', 'young', 'to come', 'played'])
      await fetch(`${own.url}/bookus`, json('POST', { ...enquiry, message, date }))
    await own.pause()
    const enquiries = own.db.collection('enquiries')
    const longAgo = monthsBefore(new Date(), 6).getTime() - 60_000
    const receivedAt = new Date(longAgo)
    await enquiries.updateMany({ message: { $ne: 'young' } }, { $set: { receivedAt } })
    const booked = { status: 'booked' }
    await enquiries.updateOne({ message: 'to come' }, { $set: booked })
    await enquiries.updateOne({ message: 'played' }, { $set: { ...booked, date: '2020-05-03' } })
    await own.resume()
    await expect.poll(() => enquiries.distinct('message')).toEqual(['to come', 'young'])
    await own.stop()
  })

  it('is kept if it arrived while the clock was years behind', async () => {
    const own = await openSite({ ENQUIRY_MONTHS: '6' })
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2001-09-09') })
    const { status } = await own.fetch('/bookus', json('POST', enquiry))
    vi.useRealTimers()
    expect(status).toBe(201)
    const enquiries = await openEnquiryRepository(own.db, await openBin(own.db))
    expect(await enquiries.removeBefore(monthsBefore(new Date(), 6), '2026-11-24')).toBe(0)
    expect(await enquiries.countUnread()).toBe(1)
    await own.stop()
  })

  it.each(['answered', 'archived', 'new'])('can be marked %s', async (status) => {
    await send(enquiry)
    const [newest] = await inbox()
    const response = await call(`/api/enquiries/${newest?.['_id']}`, json('PUT', { status }, admin))
    expect(response.status).toBe(200)
    const events = status === 'new' ? {} : { events: [{ at: expect.any(String), status }] }
    expect(await response.json()).toEqual({
      enquiry: { ...newest, version: 2, status, ...events },
    })
  })

  it('can’t be marked otherwise', async () => {
    await send(enquiry)
    const [newest] = await inbox()
    const response = await call(
      `/api/enquiries/${newest?.['_id']}`,
      json('PUT', { status: 'lost' }, admin),
    )
    expect(response.status).toBe(422)
  })

  it('can be deleted, once', async () => {
    await send(enquiry)
    const [newest] = await inbox()
    const remove = () =>
      call(`/api/enquiries/${newest?.['_id']}`, { method: 'DELETE', headers: admin })
    expect((await remove()).status).toBe(204)
    expect((await remove()).status).toBe(404)
  })

  it.each([
    ['GET', '/api/enquiries'],
    ['PUT', '/api/enquiries/000000000000000000000000'],
    ['DELETE', '/api/enquiries/000000000000000000000000'],
  ])('is the band’s alone to %s', async (method, path) => {
    expect((await call(path, { method })).status).toBe(401)
  })
})

it.each([
  ['2026-11-22', 24, '2024-11-22'],
  ['2026-03-31', 1, '2026-02-28'],
  ['2028-03-30', 1, '2028-02-29'],
  ['2026-01-15', 13, '2024-12-15'],
])('%s less %i months is %s', (day, months, expected) => {
  const then = monthsBefore(new Date(`${day}T12:00:00Z`), months)
  expect(then.toISOString()).toBe(`${expected}T12:00:00.000Z`)
})

const formOf = (message: string) => ({
  method: 'POST',
  body: new URLSearchParams({ ...enquiry, message }),
})

describe('the booking form without scripts', () => {
  const sendForm = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    call('/BookUs', {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers,
    })

  it('is answered by its page, and its message is stored once however often it is sent', async () => {
    const message = `By the form. ${randomUUID()}`
    const responses = await Promise.all([1, 2, 3].map(() => sendForm({ ...enquiry, message })))
    for (const response of responses) {
      expect(response.status).toBe(200)
      expect(await response.text()).toContain('Thanks for contacting us!')
    }
    const messages = (await inbox()).filter((one) => one['message'] === message)
    expect(messages).toHaveLength(1)
  })

  it.each([
    ['/bookus', 'JSON', (text: string) => json('POST', { ...enquiry, message: text }), 201],
    ['/BookUs', 'JSON', (text: string) => json('POST', { ...enquiry, message: text }), 201],
    ['/bookus', 'a form', formOf, 200],
    ['/BookUs', 'a form', formOf, 200],
  ])('is one operation at %s, also for %s', async (path, _, options, status) => {
    const message = `At ${path}. ${randomUUID()}`
    const response = await call(path, options(message))
    expect(response.status).toBe(status)
    expect(await response.text()).toContain(
      status === 201 ? '"receivedAt"' : 'Thanks for contacting us!',
    )
    expect((await inbox()).filter((one) => one['message'] === message)).toHaveLength(1)
  })

  it('is shown again with the typed text and the errors', async () => {
    const response = await sendForm({
      ...enquiry,
      message: ' ',
      name: '"><script>alert(1)</script>',
    })
    expect(response.status).toBe(422)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const html = await response.text()
    expect(html).toContain('This field is required.')
    expect(html).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
    expect(html).not.toContain('<script>alert(1)')
    const fresh = await (await call('/BookUs')).text()
    expect(fresh).not.toMatch(/This field is required\.|Thanks for contacting us!/)
  })

  it('ends its lines as they were written, and none of them is too long for that', async () => {
    const message = `${'a line\n'.repeat(20)}${randomUUID()}`.padEnd(5_000, '.')
    const sent = await sendForm({ ...enquiry, message: message.replaceAll('\n', '\r\n') })
    expect(sent.status).toBe(200)
    expect((await inbox()).map((one) => one['message'])).toContain(message)
  })

  it('is spam where the field is filled that no person sees', async () => {
    const message = `By a program. ${randomUUID()}`
    const response = await sendForm({ ...enquiry, message, website: 'https://x.example' })
    expect(response.status).toBe(200)
    expect((await inbox()).find((one) => one['message'] === message)?.['isSpam']).toBe(true)
  })

  it.each([
    [413, 'more than 64 KiB', { ...enquiry, message: 'x'.repeat(70_000) }, {}],
    [
      413,
      'more than 100 fields',
      { ...enquiry, ...Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`f${n}`, 'x'])) },
      {},
    ],
    [415, 'another type', { ...enquiry }, { 'content-type': 'text/plain' }],
  ])('is refused with %i for %s', async (status, _, fields, headers) => {
    expect((await sendForm(fields, headers)).status).toBe(status)
  })
})

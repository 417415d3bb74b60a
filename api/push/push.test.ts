import { randomBytes } from 'node:crypto'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { generate } from 'selfsigned'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type MemorySite, openSite } from '../../testing/memory-site'
import { createPushService, pushHost } from '../../testing/push-service'
import { asAdmin, json } from '../../testing/requests'
import { adminPassword } from '../../testing/site-process'
import type { AdminShow } from '../contract/shows'
import { createRequestRate } from '../http/request-rate'
import { createPost } from './post'
import { openPushKeys } from './push-keys'
import { createServices } from './services'
import { changedShow } from './show-messages'

const service = createPushService()
let site: MemorySite
let admin: Record<string, string>
beforeAll(async () => {
  site = await openSite({ RATE_LIMIT: 'off', PUSH_HOSTS: pushHost }, { post: service.post })
  admin = asAdmin(await site.token())
})
afterEach(async () => {
  await subscriptions().deleteMany({})
})
afterAll(async () => {
  await site.stop()
})

const subscriptions = () => site.db.collection('pushSubscriptions')
const deliveries = () => site.db.collection('pushDeliveries')
const bare = { date: '2037-07-04', venue: 'Harbour Stage', city: 'Port Stanley' }

async function addShow(fields: object = {}): Promise<AdminShow> {
  const response = await site.fetch('/api/shows', json('POST', { ...bare, ...fields }, admin))
  return ((await response.json()) as { show: AdminShow }).show
}

const changeShow = ({ _id }: AdminShow, fields: object) =>
  site.fetch(`/api/shows/${_id}`, json('PUT', { ...bare, ...fields }, admin))

const subscribe = (body: object) => site.fetch('/api/push/subscriptions', json('POST', body))

/** Lets the site send what is due. */
async function wake() {
  const { browser, id } = await listener()
  await addShow({ venue: 'Wake' })
  await expect.poll(() => browser.received.length).toBeGreaterThan(0)
  await site.fetch(`/api/push/subscriptions/${id}`, { method: 'DELETE' })
}

/** Adds a browser that asks for news of a show, or for new shows. */
async function listener(showId?: string) {
  const browser = service.addBrowser()
  const { subscription } = browser
  const response = await subscribe({ topic: 'shows', ...(showId && { showId }), subscription })
  expect(response.status).toBe(201)
  const body = (await response.json()) as { subscription: { id: string } }
  return { browser, id: body.subscription.id }
}

describe('push messages about enquiries', () => {
  const ask = (more: object = {}) =>
    site.fetch(
      '/bookus',
      json('POST', { name: 'Pat', email: 'pat@example.org', message: 'A barn, in June.', ...more }),
    )
  const inbox = async () => {
    const response = await site.fetch('/api/enquiries', { headers: admin })
    return (await response.json()) as { isBandReached: boolean }
  }

  it('are for the administrator only, and reach each phone of the band', async () => {
    const browser = service.addBrowser()
    const body = { topic: 'enquiries', subscription: browser.subscription }
    expect((await subscribe(body)).status).toBe(401)
    expect(await inbox()).toMatchObject({ isBandReached: false })
    const added = await site.fetch('/api/push/subscriptions', json('POST', body, admin))
    expect(added.status).toBe(201)
    // The first message shows that the phone is reached.
    await expect.poll(() => browser.received.length).toBe(1)
    await expect.poll(inbox).toMatchObject({ isBandReached: true })
    await ask()
    await expect.poll(() => browser.received.length).toBe(2)
    expect(browser.received[1]?.notification).toMatchObject({
      title: 'New enquiry from Pat',
      body: 'A barn, in June.',
      navigate: `${site.url}/Admin/enquiries`,
    })
    await ask({ website: 'spam' })
    const { browser: fan } = await listener()
    await addShow()
    await expect.poll(() => fan.received.length).toBe(1)
    expect(browser.received).toHaveLength(2)
  })

  it('come with one about a login with a new browser', async () => {
    const browser = service.addBrowser()
    const body = { topic: 'enquiries', subscription: browser.subscription }
    await site.fetch('/api/push/subscriptions', json('POST', body, admin))
    await expect.poll(() => browser.received.length).toBe(1)
    const credentials = { username: 'admin', password: adminPassword }
    const laptop = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' }
    await site.fetch('/api/admin/login', json('POST', credentials, laptop))
    await expect.poll(() => browser.received.length).toBe(2)
    expect(browser.received[1]?.notification).toMatchObject({
      title: 'A new device has logged in',
      navigate: `${site.url}/Admin/account`,
    })
  })

  it('are sent again for a repeated request whose receipt was not stored', async () => {
    const own = await openSite({ RATE_LIMIT: 'off', PUSH_HOSTS: pushHost }, { post: service.post })
    const phone = service.addBrowser()
    const body = { topic: 'enquiries', subscription: phone.subscription }
    await own.fetch('/api/push/subscriptions', json('POST', body, asAdmin(await own.token())))
    const enquiry = { name: 'Pat', email: 'pat@example.org', message: 'A barn, in June.' }
    const send = () =>
      own.fetch('/bookus', json('POST', enquiry, { 'idempotency-key': 'of-one-enquiry' }))
    const count = () =>
      phone.received.filter(({ notification }) => notification.body.startsWith('A barn')).length
    await send()
    await expect.poll(count).toBe(1)
    // A process that ends early stores no receipt.
    await own.db.collection('receipts').deleteMany({})
    await send()
    await expect.poll(count).toBe(2)
    await own.stop()
  })

  it('end with the session of their phone, and for every phone when everybody is logged out', async () => {
    const own = await openSite({ RATE_LIMIT: 'off', PUSH_HOSTS: pushHost }, { post: service.post })
    const headers = asAdmin(await own.token())
    const { subscription } = service.addBrowser()
    const body = { topic: 'enquiries', subscription }
    await own.fetch('/api/push/subscriptions', json('POST', body, headers))
    const count = () => own.db.collection('pushSubscriptions').countDocuments()
    expect(await count()).toBe(1)
    const phone = asAdmin(await own.token())
    const other = { topic: 'enquiries', subscription: service.addBrowser().subscription }
    await own.fetch('/api/push/subscriptions', json('POST', other, phone))
    expect(await count()).toBe(2)
    await own.fetch('/api/admin/logout', { method: 'POST', headers: phone })
    expect(await count()).toBe(1)
    await own.fetch('/api/admin/logout-everywhere', { method: 'POST', headers })
    expect(await count()).toBe(0)
    await own.stop()
  })
})

describe('push messages', () => {
  it('of a new show are sent to subscribers of new shows', async () => {
    const { browser } = await listener()
    const { slug } = await addShow({ startsAt: '20:00' })
    await expect.poll(() => browser.received.length).toBe(1)
    expect(browser.received[0]).toEqual({
      web_push: 8030,
      notification: {
        title: 'The Forks: July 4, Harbour Stage',
        body: 'Harbour Stage, Port Stanley, Saturday, July 4, 2037. 8 p.m.',
        navigate: `${site.url}/Shows/${slug}`,
        lang: 'en',
        tag: expect.stringMatching(/^show-[\da-f]{24}$/),
      },
    })
    const { publicKey } = (await (await site.fetch('/api/push/key')).json()) as {
      publicKey: string
    }
    expect(service.senders.at(-1)).toBe(publicKey)
  })

  it('of a change are sent to subscribers of that show only', async () => {
    const show = await addShow()
    const other = await addShow()
    const [mine, others, all] = [
      await listener(show._id),
      await listener(other._id),
      await listener(),
    ]
    await changeShow(show, { status: 'cancelled' })
    await expect.poll(() => mine.browser.received.length).toBe(1)
    expect(mine.browser.received[0]?.notification).toMatchObject({
      title: 'Cancelled: Harbour Stage',
      navigate: `${site.url}/Shows/${show.slug}`,
    })
    await changeShow(show, { status: '', date: '2037-08-01' })
    await expect.poll(() => mine.browser.received.length).toBe(2)
    expect(mine.browser.received[1]?.notification.body).toContain(
      'August 1, 2037 instead of July 4',
    )
    expect([others.browser.received, all.browser.received]).toEqual([[], []])
  })

  it('say that tickets are sold again, and nothing about the place of a cancelled show', async () => {
    const show = await addShow({ status: 'soldout' })
    const { browser } = await listener(show._id)
    await changeShow(show, { status: '' })
    await changeShow(show, { status: 'cancelled' })
    await changeShow(show, { status: 'cancelled', address: '1 Old Street' })
    await changeShow(show, { status: '', address: '1 Old Street' })
    await expect.poll(() => browser.received.length).toBe(3)
    expect(browser.received.map(({ notification }) => notification.title)).toEqual([
      'Tickets again: Harbour Stage',
      'Cancelled: Harbour Stage',
      'On again: Harbour Stage',
    ])
  })

  it('are counted in the response to the change', async () => {
    const show = await addShow()
    expect(await notified({ startsAt: '20:00' })).toBe(0)
    for (let fans = 0; fans < 3; fans += 1) await listener(show._id)
    async function notified(fields: object) {
      const response = await changeShow(show, fields)
      return ((await response.json()) as { notified?: number }).notified
    }
    expect(await notified({ status: 'cancelled' })).toBe(3)
    expect(await notified({ status: 'cancelled', note: 'Sorry.' })).toBeUndefined()
  })

  it('are not sent for drafts, past shows and small changes', async () => {
    const { browser } = await listener()
    const draft = await addShow({ visibility: 'draft' })
    await addShow({ date: '2020-01-01' })
    const show = await addShow({ venue: 'First news' })
    const { browser: mine } = await listener(show._id)
    await changeShow(show, { venue: 'First news', note: 'Bring a friend.' })
    await changeShow(draft, { visibility: 'public' })
    await expect.poll(() => browser.received.length).toBe(2)
    expect(browser.received.map(({ notification }) => notification.title)).toEqual([
      'The Forks: July 4, First news',
      'The Forks: July 4, Harbour Stage',
    ])
    expect(mine.received).toEqual([])
  })

  it('are sent when a show is deleted, and to the same subscription when it returns from the bin', async () => {
    const show = await addShow()
    const { browser } = await listener(show._id)
    await site.fetch(`/api/shows/${show._id}`, { method: 'DELETE', headers: admin })
    await expect.poll(() => browser.received.length).toBe(1)
    expect(browser.received[0]?.notification).toMatchObject({
      title: 'Removed: Harbour Stage',
      navigate: `${site.url}/Shows`,
    })
    const restore = `/api/admin/bin/${show._id}/restore`
    await site.fetch(restore, { method: 'POST', headers: admin })
    await expect.poll(() => browser.received.length).toBe(2)
    expect(browser.received[1]?.notification).toMatchObject({
      navigate: `${site.url}/Shows/${show.slug}`,
    })
  })

  it.each([301, 400, 404, 410, 413])(
    'end for a browser whose service answers %d',
    async (status) => {
      const { browser } = await listener()
      browser.status = status
      await addShow()
      await expect.poll(() => subscriptions().countDocuments()).toBe(0)
    },
  )

  // 401 and 403: it refuses the signature of the site, for example because the site's clock is wrong.
  it.each([401, 403, 503])(
    'are sent again later if the service answers %d, without delaying the others',
    async (status) => {
      const [failing, fine] = [await listener(), await listener()]
      failing.browser.status = status
      await addShow()
      await expect.poll(() => fine.browser.received.length).toBe(1)
      const again = { subscriptionId: failing.id, attempts: 1 }
      await expect.poll(() => deliveries().countDocuments(again)).toBe(1)
      failing.browser.status = 201
      await deliveries().updateMany({}, { $set: { dueAt: new Date(0) } })
      await addShow({ venue: 'The next one' })
      await expect.poll(() => failing.browser.received.length).toBe(2)
      await expect.poll(() => deliveries().countDocuments()).toBe(0)
    },
  )

  it('about one show are sent in their order, also if a process died while it was sending one', async () => {
    const show = await addShow()
    const { browser } = await listener(show._id)
    browser.status = 503
    await changeShow(show, { status: 'cancelled' })
    await expect.poll(() => deliveries().countDocuments({ attempts: 1 })).toBe(1)
    // As if its first attempt were still under way in another process.
    const claimed = { $set: { attempts: 0, dueAt: new Date(Date.now() + 60_000) } }
    await deliveries().updateOne({}, { ...claimed, $unset: { subscriptionId: '' } })
    browser.status = 201
    await changeShow(show, { status: '' })
    await wake()
    expect(browser.received).toEqual([])
    await deliveries().updateMany({}, { $set: { dueAt: new Date(0) } })
    await wake()
    await expect
      .poll(() => browser.received.map(({ notification }) => notification.title))
      .toEqual(['Cancelled: Harbour Stage', 'On again: Harbour Stage'])
  })

  it('that could not be delivered are not repeated after a later one about the same show', async () => {
    const show = await addShow()
    const { browser } = await listener(show._id)
    browser.status = 503
    await changeShow(show, { status: 'cancelled' })
    await expect.poll(() => deliveries().countDocuments({ attempts: 1 })).toBe(1)
    browser.status = 201
    await changeShow(show, { status: '' })
    await expect.poll(() => browser.received.length).toBe(1)
    expect(browser.received[0]?.notification.title).toBe('On again: Harbour Stage')
    await expect.poll(() => deliveries().countDocuments()).toBe(0)
  })

  it('end for a browser after the last failed attempt', async () => {
    const show = await addShow()
    const { id, browser } = await listener(show._id)
    browser.status = 503
    await changeShow(show, { status: 'cancelled' })
    for (let attempts = 1; attempts < 6; attempts += 1) {
      await expect.poll(() => deliveries().countDocuments({ attempts })).toBe(1)
      expect((await subscriptions().findOne({ _id: id as never }))?.['failingSince']).toBeDefined()
      await deliveries().updateMany({}, { $set: { dueAt: new Date(0) } })
      await wake()
    }
    await expect.poll(() => subscriptions().countDocuments()).toBe(0)
    await expect.poll(() => deliveries().countDocuments()).toBe(0)
  })

  it('about a cancellation reach everybody within 5 seconds while another service hangs', async () => {
    const hanging = Array.from({ length: 300 }, () => service.addBrowser('hanging.example'))
    const own = await openSite(
      { RATE_LIMIT: 'off', PUSH_HOSTS: `${pushHost},hanging.example` },
      {
        post: (message) =>
          message.endpoint.includes('hanging.example')
            ? new Promise<number>(() => {})
            : service.post(message),
      },
    )
    const headers = asAdmin(await own.token())
    const added = await own.fetch('/api/shows', json('POST', bare, headers))
    const { show } = (await added.json()) as { show: AdminShow }
    const fans = Array.from({ length: 20 }, () => service.addBrowser())
    await own.db.collection('pushSubscriptions').insertMany(
      [...hanging, ...fans].map(({ subscription }) => ({
        _id: randomBytes(32).toString('base64url') as never,
        topic: 'shows',
        showId: show._id,
        subscription,
      })),
    )
    const change = (fields: object) =>
      own.fetch(`/api/shows/${show._id}`, json('PUT', { ...bare, ...fields }, headers))
    const received = () => fans.map((fan) => fan.received.length)
    await change({ startsAt: '20:00' })
    await change({ startsAt: '20:00', status: 'cancelled' })
    await expect.poll(received, { timeout: 5_000 }).toEqual(fans.map(() => 2))
    await own.stop()
  })

  it('reach everybody, however many they are', async () => {
    const browsers = Array.from({ length: 230 }, () => service.addBrowser())
    await subscriptions().insertMany(
      browsers.map(({ subscription }, index) => ({
        _id: `many-${String(index).padStart(4, '0')}` as never,
        topic: 'shows',
        subscription,
      })),
    )
    await addShow()
    const received = () => browsers.map((browser) => browser.received.length)
    await expect.poll(received).toEqual(browsers.map(() => 1))
  })

  it('to many subscriptions are divided, so that processes share them, and reach each once', async () => {
    const browsers = Array.from({ length: 2_100 }, () => service.addBrowser())
    await subscriptions().insertMany(
      browsers.map(({ subscription }) => ({
        _id: randomBytes(32).toString('base64url') as never,
        topic: 'shows',
        subscription,
      })),
    )
    await addShow()
    const received = () => new Set(browsers.map((browser) => browser.received.length))
    // A busy machine encrypts two thousand messages in more than the usual 20 seconds.
    await expect.poll(received, { timeout: 100_000 }).toEqual(new Set([1]))
  })

  it('do not delay the answer to the band', async () => {
    let release = () => {}
    const held = new Promise<number>((resolve) => {
      release = () => resolve(201)
    })
    const own = await openSite({ PUSH_HOSTS: pushHost }, { post: () => held })
    const headers = asAdmin(await own.token())
    const { subscription } = service.addBrowser()
    await own.fetch('/api/push/subscriptions', json('POST', { topic: 'shows', subscription }))
    const response = await own.fetch('/api/shows', json('POST', bare, headers))
    expect(response.status).toBe(201)
    release()
    await own.stop()
  })
})

describe('push services', () => {
  it('that fail for many requests at once get no requests for five minutes, and then for longer', async () => {
    let now = 1_000_000
    const services = createServices(() => now)
    const endpoint = 'https://push.example/x'
    const fail = () =>
      Promise.allSettled(
        Array.from({ length: 8 }, () =>
          services.send(
            endpoint,
            () => true,
            () => Promise.reject(new Error('refused')),
          ),
        ),
      )
    for (const pause of [0, 0, 5, 10, 20, 40, 60, 60]) {
      now += 1
      await fail()
      expect((services.pausedUntil(endpoint) - now) / 60_000).toBe(pause || -now / 60_000)
      now = Math.max(now, services.pausedUntil(endpoint))
    }
    expect(
      await services.send(
        endpoint,
        () => true,
        async () => 201,
      ),
    ).toBe(201)
    expect([services.isStuck(endpoint), services.isOffline()]).toEqual([false, false])
    // Nothing was sent, so nothing failed.
    now += 61 * 60_000
    expect(services.isOffline()).toBe(false)
    await fail()
    expect(services.isOffline()).toBe(false)
    now += 61 * 60_000
    expect(services.isOffline()).toBe(true)
  })

  it('that are slow keep their subscriptions, and get each message once', async () => {
    const own = await openSite(
      { RATE_LIMIT: 'off', PUSH_HOSTS: pushHost },
      {
        async post(message) {
          await sleep(2_600)
          return service.post(message)
        },
      },
    )
    const headers = asAdmin(await own.token())
    const fan = service.addBrowser()
    const body = json('POST', { topic: 'shows', subscription: fan.subscription })
    await own.fetch('/api/push/subscriptions', body)
    const waiting = () => own.db.collection('pushDeliveries').countDocuments()
    await own.fetch('/api/shows', json('POST', bare, headers))
    await expect.poll(() => fan.received.length).toBe(1)
    await expect.poll(waiting).toBe(0)
    expect(await own.db.collection('pushSubscriptions').countDocuments()).toBe(1)
    await own.stop()
  })
})

describe('a subscription', () => {
  it('is the same for the same request, and ends with one call', async () => {
    const { browser, id } = await listener()
    const { subscription } = browser
    const again = await subscribe({ topic: 'shows', subscription })
    expect(await again.json()).toEqual({ subscription: { id, topic: 'shows' } })
    expect(await subscriptions().countDocuments()).toBe(1)
    const end = () => site.fetch(`/api/push/subscriptions/${id}`, { method: 'DELETE' })
    expect((await end()).status).toBe(204)
    expect((await end()).status).toBe(404)
    expect(await subscriptions().countDocuments()).toBe(0)
  })

  it('ends two days after its show, also after the show has moved', async () => {
    const show = await addShow()
    await listener(show._id)
    const endsAt = async () => (await subscriptions().findOne())?.['endsAt']
    expect(await endsAt()).toEqual(new Date('2037-07-06T00:00:00Z'))
    await changeShow(show, { date: '2037-08-01' })
    expect(await endsAt()).toEqual(new Date('2037-08-03T00:00:00Z'))
    const indexes = await subscriptions().indexes()
    expect(indexes.find(({ key }) => 'endsAt' in key)?.expireAfterSeconds).toBe(0)
  })

  const valid = () => service.addBrowser().subscription
  it.each<[string, () => object, string]>([
    ['another topic', () => ({ topic: 'news', subscription: valid() }), 'topic'],
    ['no topic', () => ({ subscription: valid() }), 'topic'],
    ['no subscription', () => ({ topic: 'shows' }), 'subscription'],
    [
      'a show that is not there',
      () => ({ topic: 'shows', showId: '0'.repeat(24), subscription: valid() }),
      'showId',
    ],
    [
      'an endpoint in a private network',
      () => ({
        topic: 'shows',
        subscription: { ...valid(), endpoint: 'https://169.254.169.254/latest' },
      }),
      'subscription',
    ],
    [
      'an endpoint at an unknown push service',
      () => ({
        topic: 'shows',
        subscription: { ...valid(), endpoint: 'https://push.stranger.example/x' },
      }),
      'subscription',
    ],
    [
      'an endpoint without https',
      () => ({ topic: 'shows', subscription: { ...valid(), endpoint: 'http://push.example/x' } }),
      'subscription',
    ],
    [
      'keys that are none',
      () => ({
        topic: 'shows',
        subscription: { ...valid(), keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) } },
      }),
      'subscription',
    ],
  ])('is refused with %s', async (_, body, field) => {
    const response = await subscribe(body())
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ errors: [{ field }] })
    expect(await subscriptions().countDocuments()).toBe(0)
  })

  it('is refused for a draft, as for a show that is not there', async () => {
    const { _id: showId } = await addShow({ visibility: 'draft' })
    expect((await subscribe({ topic: 'shows', showId, subscription: valid() })).status).toBe(422)
  })

  it.each([
    'https://fcm.googleapis.com/fcm/send/x',
    'https://updates.push.services.mozilla.com/wpush/v2/x',
    'https://web.push.apple.com/x',
    'https://wns2-by3p.notify.windows.com/w/?token=x',
  ])('may name %s', async (endpoint) => {
    const response = await subscribe({
      topic: 'shows',
      subscription: { ...valid(), endpoint },
    })
    expect(response.status).toBe(201)
  })

  it('takes the place of the longest failing one of a network that has too many', async () => {
    await listener()
    const [known] = await subscriptions().find().toArray()
    const failingSince = (index: number) => new Date(Date.UTC(2030, 0, 1, 0, index))
    const crowd = Array.from({ length: 999 }, (_, index) => ({
      ...known,
      _id: `crowd ${index}` as never,
      ...(index < 2 && { failingSince: failingSince(index) }),
    }))
    await subscriptions().insertMany(crowd)
    const add = async () => (await subscribe({ topic: 'shows', subscription: valid() })).status
    expect(await add()).toBe(201)
    expect(await subscriptions().countDocuments({ _id: 'crowd 0' as never })).toBe(0)
    expect([await add(), await add()]).toEqual([201, 503])
    await subscriptions().updateMany({}, { $set: { network: 'another one' } })
    expect(await add()).toBe(201)
  })

  it('is limited to 30 requests of an address in ten minutes', async () => {
    const own = await openSite({ RATE_LIMIT: 'on', PUSH_HOSTS: pushHost }, { post: service.post })
    const statuses: number[] = []
    for (let count = 0; count < 31; count += 1) {
      const body = json('POST', { topic: 'shows', subscription: valid() })
      statuses.push((await own.fetch('/api/push/subscriptions', body)).status)
    }
    expect(statuses.slice(0, 30)).toEqual(Array(30).fill(201))
    expect(statuses[30]).toBe(429)
    await own.stop()
  })
})

it('the limit begins anew after ten minutes, and forgets the oldest of many addresses', () => {
  let now = 0
  const take = createRequestRate(() => now)
  for (let count = 0; count < 30; count += 1) expect(take('one')).toBe(0)
  expect(take('one')).toBe(600)
  now = 600_000
  expect(take('one')).toBe(0)
  for (let count = 0; count < 40; count += 1) take('two')
  for (let count = 0; count < 10_000; count += 1) take(`address ${count}`)
  expect(take('two')).toBe(0)
})

it('the keys are the same for all processes and after a restart', async () => {
  const response = await (await site.fetch('/api/push/key')).json()
  const opened = await Promise.all([openPushKeys(site.db), openPushKeys(site.db)])
  for (const { publicKey } of opened) expect(response).toEqual({ publicKey })
})

describe('the news of a change', () => {
  const before = {
    _id: 'x',
    slug: 'x',
    date: '2037-07-04',
    venue: 'Hall',
    city: 'London',
    startsAt: '20:00',
    updatedAt: '',
  }
  it.each([
    [{ status: 'cancelled' }, 'Cancelled: Hall'],
    [{ status: 'postponed' }, 'Postponed: Hall'],
    [{ status: 'postponed', date: '2037-08-01' }, 'New date: Hall'],
    [{ status: 'soldout' }, 'Sold out: Hall'],
    [{ city: 'Ingersoll' }, 'New place: Hall'],
    [{ address: '1 Main Street' }, 'New place: Hall'],
    [{ startsAt: '21:00' }, 'New time: Hall'],
    [{ note: 'x' }, undefined],
    [{}, undefined],
  ] as const)('%j is %s', (change, title) => {
    expect(changedShow(before, { ...before, ...change })?.title).toBe(title)
  })

  it('is good if a cancelled show takes place', () => {
    for (const status of ['cancelled', 'postponed'] as const)
      expect(changedShow({ ...before, status }, before)?.title).toBe('On again: Hall')
  })
})

describe('a message', () => {
  const message = {
    endpoint: 'https://push.example/x?y=1',
    headers: { TTL: 1 },
    body: Buffer.from('sealed'),
  }

  it('is sent over https to the address that was looked up, and no redirect is followed', async () => {
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'push.example' }], {
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'push.example' }] }],
    })
    const requests: unknown[] = []
    const server = createServer({ key, cert }, (request, response) => {
      let body = ''
      request.on('data', (bytes) => {
        body += bytes
      })
      request.on('end', () => {
        const { method, url, headers } = request
        requests.push({ method, url, host: headers.host, ttl: headers['ttl'], body })
        response.writeHead(307, { location: 'https://127.0.0.1/' }).end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const options = {
      lookup: async () => [{ address: '127.0.0.1', family: 4 }],
      isAllowed: () => true,
      port,
    }
    expect(await createPost({ ...options, ca: cert })(message)).toBe(307)
    expect(requests).toEqual([
      { method: 'POST', url: '/x?y=1', host: `push.example:${port}`, ttl: '1', body: 'sealed' },
    ])
    await expect(createPost(options)(message)).rejects.toThrow(/certificate/i)
    server.close()
  })

  it.each(['127.0.0.1', '10.0.0.1', '::1'])('is not sent to %s', async (address) => {
    const post = createPost({ lookup: async () => [{ address, family: 4 }] })
    await expect(post(message)).rejects.toThrow('not on the public internet')
  })

  it('is not sent if any address of the name is private, or there is none', async () => {
    const mixed = ['93.184.216.34', '192.168.0.1'].map((address) => ({ address, family: 4 }))
    await expect(createPost({ lookup: async () => mixed })(message)).rejects.toThrow('public')
    await expect(createPost({ lookup: async () => [] })(message)).rejects.toThrow('public')
  })
})

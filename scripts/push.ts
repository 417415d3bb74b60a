/** Measures push messages: `npm run test:push`. Sends a message to 50,000 subscribers from one process and from two, with
 * the response times of a visitor meanwhile, and then kills a site 200 times within 20 ms of a change. Fails if a bound is
 * missed or a change is lost. */
import { createECDH, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AdminShow } from '../api/contract/shows'
import { until } from '../api/process/processes'
import type { Post } from '../api/push/post'
import { startThrowawayMongod } from '../testing/mongod'
import { createPushService, pushHost, servePush } from '../testing/push-service'
import { asAdmin, json } from '../testing/requests'
import { startSite } from '../testing/site-process'
import { buildWhereNeeded } from './build'

const subscribers = 50_000
/** Their push services, as a real audience is spread over them; each accepts 40,000 at most. */
const hosts = ['a.push.example', 'b.push.example', 'c.push.example']
const kills = 200
/** Milliseconds: the response time of a push service; the bounds of a visitor's 95th percentile and of the time to send all
 * messages. */
const [serviceDelay, visitBound, sendBound] = [50, 50, 10 * 60_000]
const night = { date: '2037-07-04', venue: 'Harbour Stage', city: 'Port Stanley' }

const pushService = createPushService()
let received = new Set<string>()
/** Accepts every message, without reading it. */
const accept: Post = async ({ endpoint }) => {
  await sleep(serviceDelay)
  received.add(endpoint)
  return 201
}
let post = accept

await buildWhereNeeded()
await startThrowawayMongod()
const service = servePush((message) => post(message))
const variables = {
  RATE_LIMIT: 'off',
  DEMO_CONTENT: 'on',
  PUSH_HOSTS: [pushHost, ...hosts].join(),
  ...service.variables,
}
const site = await startSite(variables)
const db = site.db
const admin = asAdmin(await site.token())
const added = await site.fetch('/api/shows', json('POST', night, admin))
const { _id: showId } = ((await added.json()) as { show: AdminShow }).show

const change = (fields: object) =>
  site.fetch(`/api/shows/${showId}`, json('PUT', { ...night, ...fields }, admin))

async function subscribeAll() {
  // Encryption costs the same for every key.
  const keys = Array.from({ length: 50 }, () => ({
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  }))
  const records = Array.from({ length: subscribers }, (_, index) => {
    const host = hosts[index % hosts.length] ?? ''
    const subscription = { endpoint: `https://${host}/${index}`, keys: keys[index % keys.length] }
    return {
      _id: randomBytes(32).toString('base64url'),
      topic: 'shows',
      showId,
      subscription,
      host,
    }
  })
  await db.collection<{ _id: string }>('pushSubscriptions').insertMany(records)
}

/** Requests pages one after another until a promise is settled.
 * @returns the 95th percentile and the longest of the response times, in milliseconds */
async function visitUntil(end: Promise<unknown>) {
  let isOver = false
  void end.finally(() => {
    isOver = true
  })
  const times: number[] = []
  for (const paths = ['/', '/Shows', '/api/shows', '/Music']; !isOver; await sleep(20)) {
    const startedAt = performance.now()
    await (await site.fetch(paths[times.length % paths.length] ?? '')).arrayBuffer()
    times.push(performance.now() - startedAt)
  }
  times.sort((one, other) => one - other)
  return { p95: times[Math.floor(times.length * 0.95)] ?? 0, longest: times.at(-1) ?? 0 }
}

/** Changes the show, and waits until everybody has the message.
 * @returns whether the bounds hold */
async function sendToEverybody(fields: object, senders: string): Promise<boolean> {
  received = new Set()
  const startedAt = performance.now()
  await change(fields)
  const all = until(() => received.size === subscribers, sendBound)
  const { p95, longest } = await visitUntil(all)
  const seconds = (performance.now() - startedAt) / 1_000
  console.log(
    `${received.size} messages from ${senders} in ${seconds.toFixed(0)} s; a visitor's p95 ${p95.toFixed(1)} ms, longest ${longest.toFixed(0)} ms`,
  )
  return (await all) && p95 < visitBound
}

/** Kills the site within 20 ms of each change.
 * @returns whether every browser got every stored change, and the last state last */
async function killAfterChanges(): Promise<boolean> {
  await db.collection('pushSubscriptions').deleteMany({})
  post = pushService.post
  const browsers = Array.from({ length: 5 }, () => pushService.addBrowser())
  for (const { subscription } of browsers)
    await site.fetch(
      '/api/push/subscriptions',
      json('POST', { topic: 'shows', showId, subscription }),
    )
  const stored: string[] = []
  for (let round = 0; round < kills; round += 1) {
    const venue = `Hall ${round}`
    const changing = change({ venue }).catch(() => undefined)
    // In every second round the site is killed after the response.
    if (round % 2 === 1) await changing
    await sleep(Math.random() * 20)
    site.process().kill('SIGKILL')
    await changing
    await site.pause()
    if (await db.collection('shows').findOne({ venue })) stored.push(venue)
    await site.resume()
  }
  const titles = ({ received }: (typeof browsers)[number]) =>
    received.map(({ notification }) => notification.title)
  const lost = () =>
    browsers.flatMap((browser) =>
      stored.filter((venue) => !titles(browser).includes(`New place: ${venue}`)),
    )
  // The claims of a killed process end after two minutes; then its messages are sent again.
  await until(() => lost().length === 0, 5 * 60_000)
  const last = browsers.map((browser) => titles(browser).at(-1))
  const isLastStateLast = last.every((title) => title === `New place: ${stored.at(-1)}`)
  const sent = browsers.flatMap(titles).length
  console.log(
    `${kills} kills: ${stored.length} changes for ${browsers.length} browsers, ${lost().length} lost, ${sent} messages; the last state ${isLastStateLast ? 'came last' : `did not come last: ${last}`}`,
  )
  return lost().length === 0 && isLastStateLast
}

await subscribeAll()
const results = [await sendToEverybody({ status: 'cancelled' }, 'one process')]
const second = await startSite({ ...variables, MONGODB_URI: site.databaseUri })
results.push(await sendToEverybody({ status: '' }, 'two processes'))
await second.stop()
results.push(await killAfterChanges())
await site.stop()
await service.stop()
process.exit(results.every(Boolean) ? 0 : 1)

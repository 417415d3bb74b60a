import { expect, it } from 'vitest'
import { createPushService, servePush } from '../../testing/push-service'
import { asAdmin, json } from '../../testing/requests'
import { startSite } from '../../testing/site-process'
import type { AdminShow } from '../contract/shows'

it('changes that a killed site has not announced are announced at its next start, in their order', async () => {
  const service = createPushService()
  const { variables, stop } = servePush(service.post)
  const site = await startSite({ RATE_LIMIT: 'off', ...variables })
  const admin = asAdmin(await site.token())
  const database = site.db
  const bare = { date: '2037-07-04', venue: 'Harbour Stage', city: 'Port Stanley' }
  const added = await site.fetch('/api/shows', json('POST', bare, admin))
  const { _id } = ((await added.json()) as { show: AdminShow }).show
  const { subscription, received } = service.addBrowser()
  const asked = json('POST', { topic: 'shows', showId: _id, subscription })
  expect((await site.fetch('/api/push/subscriptions', asked)).status).toBe(201)
  const told = () => received.map(({ notification }) => notification.body)
  /** Lets the database refuse or accept messages. */
  const refuseMessages = (isRefused: boolean) =>
    database.command({ collMod: 'pushDeliveries', validator: isRefused ? { never: true } : {} })
  async function restart() {
    site.process().kill('SIGKILL')
    await site.pause()
    await refuseMessages(false)
    await site.resume()
  }
  const change = (startsAt: string) =>
    site.fetch(`/api/shows/${_id}`, json('PUT', { ...bare, startsAt }, admin))

  await refuseMessages(true)
  expect((await change('20:10')).status).toBe(200)
  expect((await change('20:20')).status).toBe(200)
  expect(told()).toEqual([])
  await restart()
  await expect
    .poll(told)
    .toEqual([expect.stringContaining('8:10 p.m.'), expect.stringContaining('8:20 p.m.')])
  await expect
    .poll(() => database.collection('shows').countDocuments({ 'news.0': { $exists: false } }))
    .toBe(1)

  await refuseMessages(true)
  const deleted = await site.fetch(`/api/shows/${_id}`, { method: 'DELETE', headers: admin })
  expect(deleted.status).toBe(204)
  await restart()
  await expect.poll(() => told().length).toBe(3)
  await expect
    .poll(() => database.collection('removedShows').countDocuments({ news: null }))
    .toBe(1)
  await site.stop()
  await stop()
})

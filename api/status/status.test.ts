import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type MemorySite, openSite } from '../../testing/memory-site'
import { asAdmin, json } from '../../testing/requests'
import type { SiteStatus } from '../contract/status'

let site: MemorySite
beforeEach(async () => {
  site = await openSite({ LOG_LEVEL: 'silent' })
})
afterEach(async () => {
  vi.useRealTimers()
  await site.stop()
})

const phone = { 'user-agent': 'Mozilla/5.0 (iPhone) Version/18.0 Safari/604.1' }
const report = (body: object, headers: Record<string, string> = phone) =>
  site.fetch('/api/vitals', json('POST', body, headers))
async function status(token: string) {
  const response = await site.fetch('/api/admin/status', { headers: asAdmin(token) })
  expect(response.status).toBe(200)
  return (await response.json()) as SiteStatus
}

it('the status says what is on, and how much room there is', async () => {
  const found = await status(await site.token())
  expect(found).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    disk: { isFull: false },
    backup: { keep: 7 },
    mail: { isOn: false, wasAccepted: false },
    push: { subscriptions: 0, bandPhones: 0, wasAccepted: false },
    vitals: { views: 0 },
  })
  expect((await site.fetch('/api/admin/status')).status).toBe(401)
})

it('the figures are the 75th percentiles of the page loads of 28 days', async () => {
  const now = Date.now()
  const days = 86_400_000
  vi.useFakeTimers({ now: now - 28 * days, toFake: ['Date'] })
  await report({ lcp: 9_000, inp: 900, cls: 0.9 })
  vi.setSystemTime(now - 27 * days)
  await report({ lcp: 1_000, cls: 0 })
  vi.setSystemTime(now)
  await report({ lcp: 2_000, inp: 80, cls: 0.05 })
  await report({ lcp: 1_200, inp: 40 })
  await report({ lcp: 800 })
  const { vitals } = await status(await site.token())
  expect(vitals.views).toBe(4)
  expect(vitals.lcp).toBeGreaterThan(1_160)
  expect(vitals.lcp).toBeLessThan(1_240)
  expect(vitals.inp).toBeGreaterThan(77)
  expect(vitals.inp).toBeLessThan(83)
  expect(vitals.cls).toBeGreaterThan(0.048)
  expect(vitals.cls).toBeLessThan(0.052)
})

it('bots and floods do not distort the figures', async () => {
  await report({ lcp: 5_000 }, { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' })
  for (let load = 0; load < 40; load++) expect((await report({ lcp: 1_000 })).status).toBe(204)
  expect((await status(await site.token())).vitals.views).toBe(30)
})

it.each([{ lcp: -1 }, { lcp: 'fast' }, { cls: 1e9 }, { inp: null }])(
  'the report %j is refused',
  async (body) => expect((await report(body)).status).toBe(422),
)

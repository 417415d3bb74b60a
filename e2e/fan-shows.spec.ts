import { bandDay } from '../api/shared/band-day'
import { cachedResponses, expect, firstVisit, test } from '../testing/browser/fan-fixtures'
import { addShow } from '../testing/records'

test('pages and calendars of shows, and tonight’s show, open without signal; nothing of hidden shows is on the phone', async ({
  page,
  context,
  ownSite,
}) => {
  const { _id, slug } = await addShow(ownSite, {
    venue: 'Basement',
    address: '1 Cellar Lane',
    startsAt: '21:00',
  })
  const today = bandDay('America/Toronto', new Date())
  await addShow(ownSite, { date: today, venue: 'Tonight Hall' })
  const secrets = [`Secret ${crypto.randomUUID()}`, `Secret ${crypto.randomUUID()}`]
  await addShow(ownSite, { venue: secrets[0], visibility: 'draft' })
  await addShow(ownSite, { venue: secrets[1], visibility: 'private' })
  await firstVisit(page, `${ownSite.url}/Shows`)
  const saved = async () => (await cachedResponses(page)).map(({ url }) => url)
  await expect.poll(saved).toContain(`${ownSite.url}/shows.ics`)
  const texts = (await cachedResponses(page)).map(({ text }) => text).join('')
  expect(texts).toContain('Harbour Stage')
  for (const secret of secrets) expect(texts).not.toContain(secret)

  await context.setOffline(true)
  // Pages that were never opened before.
  await page.getByRole('link', { name: 'July 4, 2031, Basement', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Basement')
  await expect(page.getByRole('article').getByText('1 Cellar Lane')).toBeVisible()
  const link = page.getByRole('link', { name: 'Add to calendar' })
  const calendar = await link.evaluate(async (one: HTMLAnchorElement) => {
    const response = await fetch(one.href)
    return { type: response.headers.get('content-type'), text: await response.text() }
  })
  expect(calendar.type).toBe('text/calendar; charset=utf-8')
  expect(calendar.text.match(/^UID:.*/gm)).toEqual([expect.stringContaining(`UID:${_id}@`)])
  await page.goto(`${ownSite.url}/Shows/${slug}`)
  await expect(page.getByRole('article').getByText('9 p.m.')).toBeVisible()
  await page.goto(`${ownSite.url}/tonight`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tonight Hall')
})

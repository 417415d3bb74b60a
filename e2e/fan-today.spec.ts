import type { Page } from '@playwright/test'
import { longDate } from '../api/shared/show-dates'
import { expect, firstVisit, test } from '../testing/browser/fan-fixtures'
import { addShow, adminShows, send } from '../testing/records'
import type { Site } from '../testing/site-process'

/** Replaces the demo shows with two on fixed dates, to which the tests set the browser's clock. */
async function twoShows(site: Site) {
  const remove = (id: string) => send<unknown>(site, 'DELETE', `/api/shows/${id}`)
  for (const { _id } of await adminShows(site)) await remove(_id)
  const add = async (date: string, venue: string) => (await addShow(site, { date, venue }))._id
  return {
    first: await add('2031-07-04', 'The First Hall'),
    second: await add('2031-07-11', 'The Second Hall'),
    remove,
  }
}

const next = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Next' })
const past = (page: Page) => page.getByRole('region', { name: 'You should have been there' })
/** Simulates a return to the page. */
const lookAgain = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

// Just before and after 04:00 in Toronto, when the band's day begins.
const beforeFour = new Date('2031-07-05T07:59:00Z')
const afterFour = new Date('2031-07-05T08:00:30Z')

test('a page that was kept for a week calls no past show the next one', async ({
  page,
  context,
  ownSite,
}) => {
  await twoShows(ownSite)
  await firstVisit(page, `${ownSite.url}/Shows`)
  await expect(next(page)).toContainText('The First Hall')
  await page.goto(ownSite.url)
  await expect(page.getByRole('link', { name: 'Next show: July 4' })).toBeVisible()
  await page.clock.install({ time: new Date('2031-07-06T12:00:00Z') })
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('link', { name: 'Next show: July 11' })).toBeVisible()
  await page.goto(`${ownSite.url}/Shows`)
  await expect(next(page)).toContainText('The Second Hall')
  await expect(past(page)).toContainText(longDate('2031-07-04'))
})

test('on a page that was asleep, a night ends at four', async ({ page, ownSite }) => {
  await twoShows(ownSite)
  await page.clock.install({ time: new Date('2031-07-04T20:00:00Z') })
  await firstVisit(page, `${ownSite.url}/Shows`)
  await page.clock.setFixedTime(beforeFour)
  await lookAgain(page)
  await expect(next(page)).toContainText('The First Hall')
  await page.clock.setFixedTime(afterFour)
  await lookAgain(page)
  await expect(next(page)).toContainText('The Second Hall')
  await expect(past(page)).toContainText('The First Hall')
})

test('a deleted show disappears when a visitor returns to the page after a minute; after an earlier return, it disappears within a minute', async ({
  page,
  ownSite,
}) => {
  const { first, second, remove } = await twoShows(ownSite)
  await page.clock.install()
  await firstVisit(page, `${ownSite.url}/Shows`)
  await expect(next(page)).toContainText('The First Hall')
  // Wait until background tasks have started.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('firstPath'))).toBe('/Shows')
  await remove(first)
  await page.clock.runFor(61_000)
  await lookAgain(page)
  await page.clock.runFor(100)
  await expect(next(page)).toContainText('The Second Hall')
  await expect(page.getByText('The First Hall')).toHaveCount(0)

  await remove(second)
  await page.clock.runFor(20_000)
  await lookAgain(page)
  await expect(page.getByText('The Second Hall').first()).toBeVisible()
  await page.clock.runFor(60_000)
  await expect(page.getByText('The Second Hall')).toHaveCount(0)
})

import type { Page } from '@playwright/test'
import { test as base, cachedResponses, expect, firstVisit } from '../testing/browser/fan-fixtures'
import { fillLogin } from '../testing/browser/fixtures'
import { copyProgram, type Version } from '../testing/browser/version'
import { runProcess, type Site, startSite } from '../testing/site-process'

const test = base.extend<{
  /** A copy of the program for one test, which may change it. */
  version: Version
  /** Puts the new version behind the gate, until the test ends. */
  deploy: () => void
}>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs off this pattern
  version: async ({}, use) => {
    const version = await copyProgram()
    await use(version)
    await version.remove()
  },
  deploy: async ({ gate, gatedSite }, use) => {
    await use(() => gate.forwardTo(newSite?.url ?? ''))
    gate.forwardTo(gatedSite.url)
  },
})

// All tests run in one worker, so that the new version is built only once. Some tests build a version of their own.
test.describe.configure({ mode: 'default' })

/** A new version, in which the band is called The Spoons: tests must not change it. */
let newVersion: Version
/** A site of the new version, on the database of the site behind the gate. */
let newSite: Site | undefined

test.beforeAll(async ({ behindGate: { gate, site } }) => {
  newVersion = await copyProgram()
  await newVersion.rename('The Spoons')
  const variables = { MONGODB_URI: site.databaseUri, API_HOST: gate.url, RATE_LIMIT: 'off' }
  newSite = await startSite(variables, undefined, (all) => runProcess(all, newVersion.program))
})

test.afterAll(async () => {
  await newSite?.stop()
  await newVersion.remove()
})

const prompt = (page: Page) => page.getByRole('region', { name: 'A new version is ready' })
const brand = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('link', { name: `${name}, to the first page` })

/** Makes the page check for a new version, as it does hourly and when it becomes visible. */
const lookAgain = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

/** Removes the service worker and all caches. */
const takeWorkerAway = (page: Page) =>
  page.evaluate(async () => {
    for (const registration of await navigator.serviceWorker.getRegistrations())
      await registration.unregister()
    for (const name of await caches.keys()) await caches.delete(name)
  })

/** Counts the page's loads from now on.
 * @returns a function that returns the count */
function countLoads(page: Page) {
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  return () => loads
}

test('a new version in the very first session: one click, one reload, and kept tracks stay', async ({
  page,
  gate,
  deploy,
}) => {
  await firstVisit(page, `${gate.url}/Music`)
  await page.getByRole('button', { name: 'Keep offline' }).first().click()
  await expect(page.getByText('Kept offline')).toBeVisible()
  deploy()
  const loads = countLoads(page)
  await lookAgain(page)
  await expect(prompt(page)).toBeVisible()
  expect(loads()).toBe(0)
  await prompt(page).getByRole('button', { name: 'Reload' }).click()
  await expect(brand(page, 'The Spoons')).toBeVisible()
  await expect(page.getByText('Kept offline')).toBeVisible()
  await expect(prompt(page)).toHaveCount(0)
  await expect.poll(loads).toBe(1)
  const pages = (await cachedResponses(page)).filter(({ text }) =>
    text.startsWith('<!DOCTYPE html>'),
  )
  expect(pages.length).toBeGreaterThan(1)
  for (const { url, text } of pages) expect(text, url).toContain('The Spoons')
})

test('a new version is looked for every hour; "Later" puts it off, and nothing reloads by itself', async ({
  page,
  gate,
  deploy,
}) => {
  await page.clock.install()
  await page.clock.resume()
  await firstVisit(page, gate.url)
  deploy()
  const loads = countLoads(page)
  await page.clock.fastForward('01:00:01')
  await prompt(page).getByRole('button', { name: 'Later' }).click()
  await expect(prompt(page)).toHaveCount(0)
  await expect(brand(page, 'The Forks')).toBeVisible()
  expect(loads()).toBe(0)
})

test('no new version offers itself while the band writes', async ({ page, gate, deploy }) => {
  await firstVisit(page, `${gate.url}/login`)
  await fillLogin(page)
  await page.getByLabel('Venue').fill('Half a hall')
  deploy()
  await lookAgain(page)
  await page.waitForFunction(
    async () => (await navigator.serviceWorker.getRegistration())?.waiting != null,
  )
  await expect(prompt(page)).toHaveCount(0)
  await page.getByLabel('Venue').fill('')
  await expect(prompt(page)).toBeVisible()
})

test('a tab that is open across a deploy keeps working', async ({ page, gate, deploy }) => {
  await firstVisit(page, gate.url)
  await takeWorkerAway(page)
  deploy()
  await page.getByRole('banner').getByRole('link', { name: 'About Us', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Us')
  await expect(brand(page, 'The Forks')).toBeVisible()
})

test.describe('a script that is gone', () => {
  test.use({ expectedConsole: /404 \(Not Found\)|Failed to fetch dynamically imported module/ })

  test('leads to one reload at most', async ({ page, context, site }) => {
    await page.goto(site.url)
    await takeWorkerAway(page)
    const loads = countLoads(page)
    await context.route('**/assets/VideosPage*.js', (route) => route.fulfill({ status: 404 }))
    await page.getByRole('banner').getByRole('link', { name: 'Videos', exact: true }).click()
    await expect.poll(loads).toBe(1)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(loads()).toBe(1)
  })
})

test('a build without a worker removes the worker, and leaves the saved tracks', async ({
  page,
  ownSite,
  version,
}) => {
  await firstVisit(page, `${ownSite.url}/Music`)
  await page.getByRole('button', { name: 'Keep offline' }).first().click()
  await expect(page.getByText('Kept offline')).toBeVisible()
  await version.build({ SERVICE_WORKER: 'off' })
  await ownSite.pause()
  await ownSite.resume(version.program)
  await page.reload()
  await expect
    .poll(() =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
    )
    .toBe(0)
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual(['kept-tracks'])
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Give us a listen!')
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
  expect(
    await page.evaluate(async () => (await (await caches.open('kept-tracks')).keys()).length),
  ).toBe(1)
})

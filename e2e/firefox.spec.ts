import { writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { test as base, expect } from '@playwright/test'
import { type Browser, type ElementHandle, launch, type Page } from 'puppeteer-core'
import { inboxOf, success } from '../testing/browser/booking'
import { demoSite, pagesInHeader, siteHost } from '../testing/browser/fixtures'
import { startGate } from '../testing/browser/gate'
import type { SiteHost } from '../testing/browser/site-host'
import { mp3 } from '../testing/requests'
import { type Site, startSite } from '../testing/site-process'

interface Engine {
  host: SiteHost
  firefox: Browser
  /** A site with the demo content, shared by the tests: tests must not change its data. */
  site: Site
}

/** The journeys of visitors, fans and organisers in Firefox, over WebDriver BiDi. */
const test = base.extend<{ tab: Page }, Engine>({
  firefox: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs off this pattern
    async ({}, use) => {
      const firefox = await launch({
        browser: 'firefox',
        executablePath: process.env['TEST_FIREFOX'] ?? '',
        // Without motion, because drawing it takes most of a core.
        extraPrefsFirefox: { 'media.autoplay.default': 0, 'ui.prefersReducedMotion': 1 },
      })
      await use(firefox)
      await firefox.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  host: [siteHost, { scope: 'worker' }],
  site: [demoSite, { scope: 'worker', timeout: 120_000 }],
  tab: async ({ firefox }, use) => {
    const context = await firefox.createBrowserContext()
    const tab = await context.newPage()
    const errors: string[] = []
    tab.on('pageerror', (error) => errors.push(String(error)))
    // When a page is left, Firefox aborts its requests, and may report one of them as an error of the service worker or of
    // the import.
    const aborted: string[] = []
    tab.on('requestfailed', (request) => {
      if (request.failure()?.errorText === 'NS_BINDING_ABORTED') aborted.push(request.url())
    })
    const isAbort = (error: string) =>
      /A ServiceWorker intercepted|dynamically imported module/.test(error) &&
      aborted.some((url) => error.includes(url))
    await tab.setViewport({ width: 1280, height: 900 })
    await use(tab)
    expect(errors.filter((error) => !isAbort(error))).toEqual([])
    await context.close()
  },
})

/** Finds a button by its label or its text. A query of the accessibility tree takes Firefox many seconds while a page
 * changes, as it does during playback. */
const button = (page: Page, name: string) =>
  page.locator(`::-p-xpath(//button[@aria-label="${name}" or normalize-space()="${name}"])`)
// biome-ignore lint/performance/useDomNodeTextContent: only the visible text counts
const text = (page: Page) => page.$eval('body', (body) => body.innerText)

/** Looks ten times a second: by default, later looks are a second apart. */
const poll = <Value>(probe: () => Value | Promise<Value>) =>
  expect.poll(probe, { intervals: [100] })

async function untilText(page: Page, wanted: string) {
  await poll(() => text(page)).toContain(wanted)
}

/** Opens a page and waits for its scripts: a page that is left while they load reports an error. */
async function open(page: Page, url: string) {
  await page.goto(url)
  await page.waitForFunction(() => window.hydration?.status === 'hydrated')
}

async function untilControlled(page: Page) {
  await page.evaluate(async () => {
    const { serviceWorker } = navigator
    if (!serviceWorker.controller)
      await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve))
  })
}

/** Whether all pages of the back office are saved for use without signal. */
async function isOfficeSaved() {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  const assets = loaded.filter((url) => url.includes('/assets/'))
  const saved = await Promise.all(
    assets.map(async (url) => (await caches.match(url)) !== undefined),
  )
  return assets.some((url) => url.includes('StagePage')) && saved.every(Boolean)
}

test('a visitor walks through every page and hears a track', async ({ tab: page, site }) => {
  await open(page, site.url)
  for (const { path, heading } of pagesInHeader.slice(1)) {
    await page.locator(`header a[href="${path}"]`).click()
    await poll(() => new URL(page.url()).pathname).toBe(path)
    await untilText(page, heading)
  }
  await page.locator('header a[href="/Music"]').click()
  await button(page, 'Play House of the Rising Sun').click()
  await poll(() => page.$eval('audio', (audio) => audio.currentTime)).toBeGreaterThan(0.5)
})

test('a keyboard never stops at the promo video', async ({ tab: page, site }) => {
  await open(page, site.url)
  await button(page, 'Play the video').click()
  await page.waitForSelector('video source')
  const stops: string[] = []
  for (let presses = 0; presses < 25; presses += 1) {
    await page.keyboard.press('Tab')
    stops.push(await page.evaluate(() => document.activeElement?.tagName ?? ''))
  }
  expect(stops).toContain('A')
  expect(stops).not.toContain('VIDEO')
})

test('a fan keeps a track that was played, and has dates and music while the site is unreachable', async ({
  tab: page,
  host,
}) => {
  const site = await startSite({ RATE_LIMIT: 'off' }, process.env['TEST_DEMO_DATABASE'], host.run)
  try {
    await open(page, `${site.url}/Music`)
    await untilControlled(page)
    // Firefox then responds to the full request with a cached part of the file (206).
    await button(page, 'Play House of the Rising Sun').click()
    await poll(() => page.$eval('audio', (audio) => audio.currentTime)).toBeGreaterThan(0.5)
    await button(page, 'Pause House of the Rising Sun').click()
    await button(page, 'Keep offline').click()
    await untilText(page, 'Kept offline')
    await open(page, `${site.url}/Shows`)
    await untilText(page, 'Harbour Stage')
    await site.pause()
    await page.reload()
    await untilText(page, "You're offline. Shows as of")
    await page.waitForFunction(() => window.hydration?.status === 'hydrated')
    await open(page, `${site.url}/Music`)
    await untilText(page, 'Kept offline')
    await button(page, 'Play House of the Rising Sun').click()
    await poll(() => page.$eval('audio', (audio) => audio.currentTime)).toBeGreaterThan(0.5)
  } finally {
    await page.goto('about:blank')
    await site.stop()
  }
})

test('an enquiry that is written while the site is unreachable arrives once when it is back', async ({
  tab: page,
  host,
}) => {
  const site = await startSite({ RATE_LIMIT: 'off' }, process.env['TEST_DEMO_DATABASE'], host.run)
  try {
    await open(page, `${site.url}/BookUs`)
    await untilControlled(page)
    await site.pause()
    await page.locator('input[name="name"]').fill('Pat')
    await page.locator('input[name="email"]').fill('pat@example.org')
    await page.locator('textarea').fill('From Firefox')
    await button(page, 'Submit').click()
    await untilText(page, 'your message is saved on this device')
    await site.resume()
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await untilText(page, success)
    await poll(() => text(page)).not.toContain('your message is saved on this device')
    const { enquiries } = await inboxOf(site)
    expect(enquiries.map(({ message }) => message)).toEqual(['From Firefox'])
  } finally {
    await page.goto('about:blank')
    await site.stop()
  }
})

test('the band uploads tracks and adds a show while the site is unreachable, and each arrives once, although a part is lost', async ({
  tab: page,
  host,
}, info) => {
  const gate = await startGate()
  const variables = { RATE_LIMIT: 'off', API_HOST: gate.url }
  const site = await startSite(variables, process.env['TEST_EMPTY_DATABASE'], host.run)
  gate.forwardTo(site.url)
  try {
    // The page asks before it is left while tracks are uploaded.
    page.on('dialog', (dialog) => dialog.accept())
    const paths = ['One.mp3', 'Two.mp3'].map((name) => info.outputPath(name))
    for (const path of paths) await writeFile(path, mp3())
    const token = await site.newToken()
    await open(page, `${gate.url}/Shows`)
    await page.evaluate((one) => localStorage.setItem('authToken', one), token)
    await open(page, `${gate.url}/Admin`)
    await untilText(page, 'Admin Page')
    await untilControlled(page)
    await button(page, 'Music').click()
    const input = await page.waitForSelector('input[type="file"][multiple]')
    await (input as ElementHandle<HTMLInputElement>).uploadFile(...paths)
    await untilText(page, 'Upload 2 tracks')
    await page.locator('::-p-xpath(//label[contains(., "Where they were recorded")])').click()
    await page.keyboard.type('The barn')
    await poll(() => page.evaluate(isOfficeSaved)).toBe(true)
    await gate.goDown()
    await button(page, 'Upload 2 tracks').click()
    await button(page, 'Shows').click()
    await page.focus('input[name="date"]')
    await page.keyboard.type('07052031')
    await page.locator('input[name="venue"]').fill('Aeolian Hall')
    await page.locator('input[name="city"]').fill('London')
    await button(page, 'Add Show').click()
    await untilText(page, 'Waiting')
    // The site stores the second part of a file, and the phone doesn't hear of it.
    const parts: IncomingMessage[] = []
    gate.onResponse(({ incoming, response, pass }) => {
      if (incoming.method === 'PATCH') parts.push(incoming)
      if (parts.length === 2 && incoming === parts[1]) response.destroy()
      else pass()
    })
    await gate.goUp()
    await page.evaluate(() => dispatchEvent(new Event('online')))
    const listed = async (path: string, field: string) => {
      const lists = (await (await fetch(site.url + path)).json()) as Record<string, object[]>
      return Object.values(lists)
        .flat()
        .map((record) => (record as Record<string, string>)[field])
    }
    // The names are in the tags of the files.
    const name = 'House of the Rising Sun'
    await poll(() => listed('/api/music', 'name')).toEqual([name, name])
    await poll(() => listed('/api/shows', 'venue')).toEqual(['Aeolian Hall'])
    await untilText(page, 'July 5, 2031 at Aeolian Hall')
    await poll(() => text(page)).not.toContain('Waiting')
    expect(await listed('/api/music', 'name')).toHaveLength(2)
    expect(await listed('/api/shows', 'venue')).toHaveLength(1)
    expect(parts.length).toBeGreaterThan(2)
  } finally {
    await page.goto('about:blank')
    await gate.stop()
    await site.stop()
  }
})

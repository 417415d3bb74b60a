import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test as base, expect, type Page, type WorkerFixture } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { type PublicPageName, pages } from '../../api/shared/site-map'
import { site as band } from '../../web/content/site'
import { adminPassword, type Site, startSite } from '../site-process'
import { type Gate, startGate } from './gate'
import { type SiteHost, startSiteHost } from './site-host'

interface Fixtures {
  /** Console messages that this test expects. */
  expectedConsole: RegExp
  /** Fails the test on any other console warning, console error or uncaught error. */
  quietConsole: undefined
}

interface WorkerFixtures {
  /** Runs the sites of a worker's tests. */
  host: SiteHost
  /** A site with the demo content, shared by a worker's tests: tests must not change its data. */
  site: Site
  /** A site with the demo content behind a gate, for `fan-fixtures.ts`. It is declared here because Playwright starts a new
   * worker, with a new browser and new sites, for tests with other worker fixtures. */
  behindGate: { gate: Gate; site: Site; clear: () => Promise<unknown> }
}

/** Starts the host of `WorkerFixtures`. */
// biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs off this pattern
export const siteHost: WorkerFixture<SiteHost, object> = async ({}, use) => {
  const host = startSiteHost()
  await use(host)
  host.stop()
}

/** Starts the site of `WorkerFixtures`. */
export const demoSite: WorkerFixture<Site, { host: SiteHost }> = async ({ host }, use) => {
  const site = await startSite({ RATE_LIMIT: 'off' }, process.env['TEST_DEMO_DATABASE'], host.run)
  await use(site)
  await site.stop()
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  host: [siteHost, { scope: 'worker' }],
  site: [demoSite, { scope: 'worker', timeout: 120_000 }],
  behindGate: [
    async ({ host, site: shared }, use) => {
      const gate = await startGate()
      const variables = { RATE_LIMIT: 'off', API_HOST: gate.url }
      const site = await startSite(variables, shared.databaseUri, host.run)
      gate.forwardTo(site.url)
      await use({ gate, site, clear: () => site.db.collection('enquiries').deleteMany() })
      await gate.stop()
      await site.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ site }, use) => use(site.url),
  expectedConsole: [/^$/, { option: true }],
  quietConsole: [
    async ({ context, expectedConsole }, use) => {
      const noise: string[] = []
      const blocked = 'Service Worker registration blocked by Playwright'
      const note = (text: string) => {
        if (text !== blocked && !expectedConsole.test(text)) noise.push(text)
      }
      context.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') note(message.text())
      })
      context.on('weberror', (error) => note(String(error.error())))
      await use(undefined)
      expect(noise, 'nothing unexpected on the console').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** The user agent of Safari on an iPhone. */
export const safariOnIphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

/** The public pages with their headings. */
export const publicPages = Object.entries({
  home: band.tagline,
  aboutUs: 'About Us',
  shows: 'Come see Us!',
  videos: 'Videos',
  music: 'Give us a listen!',
  bookUs: 'Want to book us?',
  songs: 'What we play',
  press: 'Press kit',
} satisfies Record<PublicPageName, string>).map(([name, heading]) => ({
  path: pages[name as PublicPageName].path,
  heading,
}))

/** The public pages that the header leads to. */
export const pagesInHeader = publicPages.filter(
  ({ path }) => path !== pages.songs.path && path !== pages.press.path,
)

/** Holds a page's requests to an address.
 * @param address a URL pattern of `page.route`
 * @returns a function that releases the requests */
export async function holdBack(page: Page, address: string): Promise<() => void> {
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route(address, async (route) => {
    await held
    await route.continue()
  })
  return letThrough
}

/** Waits until a measure of a page is the same as ten frames before, and returns it.
 * @param measure for example the box of an element */
export async function settled<Measure>(page: Page, measure: () => Promise<Measure>) {
  let measured = await measure()
  await expect(async () => {
    const before = measured
    await page.evaluate(async () => {
      for (let frame = 0; frame < 10; frame += 1)
        await new Promise((resolve) => requestAnimationFrame(resolve))
    })
    measured = await measure()
    expect([measured]).toEqual([before])
  }).toPass({ intervals: [0] })
  return measured
}

/** Waits until a page is interactive. */
export async function untilHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => window.hydration?.status === 'hydrated')
}

/** Resizes a page's window and waits for the layout, because the browser confirms the size before the layout has it. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  await page.evaluate(async ({ width, height }) => {
    const query = matchMedia(`(width: ${width}px) and (height: ${height}px)`)
    while (!query.matches) await new Promise((resolve) => requestAnimationFrame(resolve))
  }, size)
}

/** Opens the tracks and plays one. */
export async function playATrack(page: Page): Promise<void> {
  await page.goto('/Music')
  await page.getByRole('button', { name: 'Play St. James Infirmary' }).click()
  await expect(page.getByRole('region', { name: 'Player' })).toBeVisible()
}

/** Sets how many times slower a page's processor is; for pages that `slowDown` has slowed. */
const rateSetters = new WeakMap<Page, (rate: number) => Promise<unknown>>()

/** Slows the page's processor down four times, as in a phone. Axe runs at full speed. */
export async function slowDown(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  const setRate = (rate: number) => devTools.send('Emulation.setCPUThrottlingRate', { rate })
  rateSetters.set(page, setRate)
  await setRate(4)
}

/** Logs the page in: stores an admin token in local storage when the tab loads its first page. */
export async function logIn(page: Page, site: Site): Promise<void> {
  const token = await site.newToken()
  await page.addInitScript((value) => {
    // An empty page has no storage.
    if (location.origin === 'null') return
    if (!sessionStorage.getItem('was-here')) localStorage.setItem('authToken', value)
    sessionStorage.setItem('was-here', 'yes')
  }, token)
}

/** Fills in the login page and sends it. */
export async function fillLogin(page: Page): Promise<void> {
  await page.getByLabel('Username').fill('admin')
  await page.getByLabel('Password', { exact: true }).fill(adminPassword)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** Counts the taps on a page from now on, also on the pages that are opened later.
 * @returns a function that returns their number */
export async function countTaps(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    Object.assign(window, { taps: 0 })
    addEventListener('pointerdown', () => Object.assign(window, { taps: taps() + 1 }), true)
    const taps = () => (window as unknown as { taps: number }).taps
  })
  return () => page.evaluate(() => (window as unknown as { taps: number }).taps)
}

/** A violated rule with the HTML of the elements that violate it. */
type Violation = [rule: string, elements: string[]]

/** Checks a page with axe against WCAG 2.2 AA and axe's best practices, in its current colour scheme. */
export const violationsOf = (page: Page): Promise<Violation[]> =>
  runAxe(page, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  })

/** Checks a page like `violationsOf`, in the light and the dark colour scheme and without motion. Only contrast depends on
 * the scheme. */
export async function violationsInBothSchemes(page: Page): Promise<Violation[]> {
  await showIn(page, 'light')
  const light = await violationsOf(page)
  await showIn(page, 'dark')
  return [
    ...light,
    ...(await runAxe(page, { runOnly: { type: 'rule', values: ['color-contrast'] } })),
  ]
}

/** Shows a page in a colour scheme and waits until it is drawn, because the browser confirms the scheme before. Axe would compare a
 * text of one scheme with a ground of the other. */
async function showIn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.evaluate(async (scheme) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    do await frame()
    while (!matchMedia(`(prefers-color-scheme: ${scheme})`).matches)
    await frame()
  }, colorScheme)
}

const axeScript = readFileSync(
  join(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'),
  'utf8',
)

/** Runs axe in a page, and adds its script first if it is not there. Frames of other origins are left out; the site has none. */
async function runAxe(page: Page, options: RunOptions): Promise<Violation[]> {
  const setRate = rateSetters.get(page)
  await setRate?.(1)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeScript)
  const violations = await page.evaluate(async (given) => {
    const { axe } = window as unknown as {
      axe: { run: (context: Document, options: RunOptions) => Promise<AxeResults> }
    }
    // No chosen rule reads style sheets, which axe would load again.
    const results = await axe.run(document, {
      ...given,
      resultTypes: ['violations'],
      preload: false,
    })
    return results.violations.map(({ id, nodes }): Violation => [id, nodes.map(({ html }) => html)])
  }, options)
  await setRate?.(4)
  return violations
}

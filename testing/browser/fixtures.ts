import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page, type WorkerFixture } from '@playwright/test'
import { type PublicPageName, pages } from '../../api/contract/site-map'
import { band } from '../../web/content/band'
import { type Site, startSite } from '../site-process'

interface Fixtures {
  /** Console messages that this test expects. */
  expectedConsole: RegExp
  /** Fails the test on any other console warning, console error or uncaught error. */
  quietConsole: undefined
}

interface WorkerFixtures {
  /** A site with the demo content, shared by a worker's tests: tests must not change its data. */
  site: Site
}

/** Starts the site of `WorkerFixtures`. */
// biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs off this pattern
export const demoSite: WorkerFixture<Site, object> = async ({}, use) => {
  const site = await startSite({ DEMO_CONTENT: 'on', RATE_LIMIT: 'off' })
  await use(site)
  await site.stop()
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  site: [demoSite, { scope: 'worker', timeout: 60_000 }],
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

/** The public pages with their headings. */
export const publicPages = Object.entries({
  home: band.tagline,
  aboutUs: 'About Us',
  shows: 'Come see Us!',
  videos: 'Videos',
  music: 'Give us a listen!',
  bookUs: 'Want to book us?',
} satisfies Record<PublicPageName, string>).map(([name, heading]) => ({
  path: pages[name as PublicPageName].path,
  heading,
}))

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

/** Logs the page in: stores an admin token in local storage when the tab loads its first page. */
export async function logIn(page: Page, site: Site): Promise<void> {
  const token = await site.token()
  await page.addInitScript((value) => {
    if (!sessionStorage.getItem('was-here')) localStorage.setItem('authToken', value)
    sessionStorage.setItem('was-here', 'yes')
  }, token)
}

/** Checks a page with axe against WCAG 2.2 AA and axe's best practices.
 * @returns each violated rule with the HTML of the elements that violate it */
export async function violationsOf(page: Page): Promise<[string, string[]][]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  return violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])
}

import type { BrowserContext, Page } from '@playwright/test'
import type { Show } from '../../api/contract/shows'
import { type Site, startSite } from '../site-process'
import { test as base, expect } from './fixtures'
import type { Gate } from './gate'

interface FanFixtures {
  /** The proxy in front of `gatedSite`, open at the start of each test. */
  gate: Gate
  /** A site behind the gate, without enquiries at the start of each test: pages must be opened at the gate's address, and
   * tests must not change its shows and tracks. */
  gatedSite: Site
  /** A site for one test, which may stop and change it. */
  ownSite: Site
}

/** Tests with service workers. */
export const test = base.extend<FanFixtures>({
  serviceWorkers: 'allow',
  // Messages about an unreachable network are expected.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs off this pattern
  expectedConsole: ({}, use) =>
    use(
      /Failed to load resource: net::ERR_|OutOfReach|Loading the (shows|tracks) failed|NetworkError|Token verification failed/,
    ),
  // A copy of the shared site's database, because adding the demo content takes more than a second.
  ownSite: async ({ context, host, site }, use) => {
    const own = await startSite({ RATE_LIMIT: 'off' }, site.databaseUri, host.run)
    await use(own)
    await closePages(context)
    await own.stop()
  },
  gate: async ({ behindGate: { gate }, context }, use) => {
    await use(gate)
    await closePages(context)
    gate.open()
    await gate.goUp()
  },
  gatedSite: async ({ behindGate, gate: _ }, use) => {
    await behindGate.clear()
    await use(behindGate.site)
  },
})

/** Closes all pages before their site stops, since they may still send requests. */
async function closePages(context: BrowserContext) {
  for (const page of context.pages()) await page.close()
}

export { expect }

/** Opens a page for the first time and waits until the service worker controls it. */
export async function firstVisit(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await untilControlled(page)
}

/** Waits until the service worker controls a page. */
export const untilControlled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const { serviceWorker } = navigator
    if (serviceWorker.controller) return
    await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve))
  })

/** Returns the URL and text of every cached response. */
export const cachedResponses = (page: Page): Promise<{ url: string; text: string }[]> =>
  page.evaluate(async () => {
    const found: { url: string; text: string }[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const { url } of await cache.keys()) {
        const response = await cache.match(url, { ignoreVary: true })
        found.push({ url, text: (await response?.text()) ?? '' })
      }
    }
    return found
  })

/** Returns the demo show at the Harbour Stage. */
export async function harbourStage(site: Site): Promise<Show> {
  const { shows } = (await (await site.fetch('/api/shows')).json()) as { shows: Show[] }
  const found = shows.find(({ venue }) => venue === 'Harbour Stage')
  if (!found) throw new Error('The site has no demo shows.')
  return found
}

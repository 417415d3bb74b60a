import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { type Site, startSite } from '../site-process'
import { test as base, expect } from './fixtures'
import { type Gate, gateFixture } from './gate'

interface FanFixtures {
  /** The proxy in front of `gatedSite`. */
  gate: Gate
  /** A site for one test behind the gate: pages must be opened at the gate's address. */
  gatedSite: Site
  /** A site for one test, which may stop and change it. */
  ownSite: Site
}

/** Tests in Chromium with a persistent profile and service workers. */
export const test = base.extend<FanFixtures>({
  // Messages about an unreachable network are expected.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs off this pattern
  expectedConsole: ({}, use) =>
    use(
      /Failed to load resource: net::ERR_|OutOfReach|NetworkError|TimeoutError|Token verification failed/,
    ),
  // Both sites start with a copy of the shared site's database, because adding the demo content takes more than a second.
  ownSite: async ({ context, site }, use) => {
    const own = await startSite({ RATE_LIMIT: 'off' }, site.databaseUri)
    await use(own)
    await closePages(context)
    await own.stop()
  },
  gate: gateFixture,
  gatedSite: async ({ gate, context, site }, use) => {
    const gated = await startSite({ RATE_LIMIT: 'off', API_HOST: gate.url }, site.databaseUri)
    gate.forwardTo(gated.url)
    await use(gated)
    await closePages(context)
    await gated.stop()
  },
  context: async ({ launchOptions, viewport, hasTouch, userAgent }, use) => {
    const profile = await mkdtemp(join(tmpdir(), 'profile-'))
    const context = await chromium.launchPersistentContext(profile, {
      ...launchOptions,
      viewport,
      hasTouch,
      serviceWorkers: 'allow',
      ...(userAgent && { userAgent }),
    })
    await use(context)
    await context.close()
    await rm(profile, { recursive: true, force: true })
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
  await page.evaluate(async () => {
    const { serviceWorker } = navigator
    if (serviceWorker.controller) return
    await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve))
  })
}

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

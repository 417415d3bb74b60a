import { type Site, startSite } from '../site-process'
import { test as base, expect } from './fixtures'

/** Tests with a site of their own, whose data they may change. */
export const test = base.extend<{ ownSite: Site }>({
  ownSite: async ({ host }, use) => {
    const empty = process.env['TEST_EMPTY_DATABASE']
    const site = await startSite({ RATE_LIMIT: 'off' }, empty, host.run)
    await use(site)
    await site.stop()
  },
  // Closes the page before the site stops, since the page may still send requests.
  page: async ({ ownSite, page }, use) => {
    expect(ownSite.url).toContain('http')
    await use(page)
    await page.close()
  },
})

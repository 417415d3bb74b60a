import { startSite } from '../site-process'

/** Fills a database with the demo content once, before the browser tests, for the sites of all workers: adding it takes
 * more than a second. Playwright calls this as its global set-up.
 * @returns a function that removes the database */
export default async function prepareDemoDatabase(): Promise<() => Promise<void>> {
  const site = await startSite({ DEMO_CONTENT: 'on', RATE_LIMIT: 'off' })
  await site.pause()
  process.env['TEST_DEMO_DATABASE'] = site.databaseUri
  return site.stop
}

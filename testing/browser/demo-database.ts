import { startSite } from '../site-process'

/** Prepares two databases once, before the browser tests, for the sites of all workers: one with the demo content, which
 * takes more than a second to add, and one without content. Playwright calls this as its global set-up.
 * @returns a function that removes them */
export default async function prepareDatabases(): Promise<() => Promise<void>> {
  const prepare = async (name: string, demoContent: 'on' | 'off') => {
    const site = await startSite({ DEMO_CONTENT: demoContent, RATE_LIMIT: 'off' })
    await site.pause()
    process.env[name] = site.databaseUri
    return site
  }
  const sites = [
    await prepare('TEST_DEMO_DATABASE', 'on'),
    await prepare('TEST_EMPTY_DATABASE', 'off'),
  ]
  return async () => {
    for (const site of sites) await site.stop()
  }
}

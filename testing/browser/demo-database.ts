import { storeAccount } from '../admin-account'
import { startSite } from '../site-process'

/** Prepares three databases once, before the browser tests, for the sites of all workers: one with the demo content, which
 * takes more than a second to add, one without content, and one as it is after a first start, with a generated password, which
 * `TEST_NEW_OUTPUT` contains. Playwright calls this as its global set-up.
 * @returns a function that removes them */
export default async function prepareDatabases(): Promise<() => Promise<void>> {
  async function prepare(name: string, variables: Record<string, string>) {
    const site = await startSite({ RATE_LIMIT: 'off', ...variables })
    await site.pause()
    if (variables['ADMIN_PASSWORD'] === undefined) await storeAccount(site.db)
    process.env[`TEST_${name}_DATABASE`] = site.databaseUri
    process.env[`TEST_${name}_OUTPUT`] = site.output()
    return site
  }
  const sites = await Promise.all([
    prepare('DEMO', { DEMO_CONTENT: 'on' }),
    prepare('EMPTY', { DEMO_CONTENT: 'off' }),
    prepare('NEW', { DEMO_CONTENT: 'on', ADMIN_PASSWORD: '' }),
  ])
  return async () => {
    for (const site of sites) await site.stop()
  }
}

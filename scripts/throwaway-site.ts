import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findMongod } from '../api/mongo/mongod-binary'
import { json } from '../testing/requests'
import { adminPassword, spawnSite, untilReady } from '../testing/site-process'
import { buildWhereNeeded } from './build'

export type ThrowawaySite = Awaited<ReturnType<typeof startThrowawaySite>>

/** Starts a site with the demo content and its own database in a temporary folder, which `stop` removes.
 * @param variables more environment variables */
export async function startThrowawaySite(variables: Record<string, string> = {}) {
  await buildWhereNeeded()
  const directory = await mkdtemp(join(tmpdir(), 'throwaway-'))
  const site = await spawnSite({
    DATA_DIR: directory,
    MONGOD: await findMongod(process.env['MONGOD'] || undefined, console.log),
    ADMIN_PASSWORD: adminPassword,
    RATE_LIMIT: 'off',
    BACKUP_KEEP: '0',
    ...variables,
  })
  await untilReady(site)
  return {
    url: site.url,
    pid: site.child.pid ?? 0,
    output: site.output,
    /** Logs the admin in and returns the session's token. */
    async token() {
      const credentials = { username: 'admin', password: adminPassword }
      const response = await fetch(`${site.url}/api/admin/login`, json('POST', credentials))
      return ((await response.json()) as { token: string }).token
    },
    async stop() {
      site.child.kill()
      await site.exit
      await rm(directory, { recursive: true, force: true })
    },
  }
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readEnvironment } from '../api/environment'
import { createAddressResolver } from '../api/http/client-address'
import { RequestContext } from '../api/http/request-context'
import { openExternalMongo } from '../api/mongo/mongo'
import { createLogger } from '../api/process/log'
import { createSite } from '../api/site'
import { storeAccount } from './admin-account'
import { giveBackDatabase, takeDatabase } from './databases'
import { json } from './requests'
import { adminPassword } from './site-process'

const origin = 'http://localhost:3001'

export type MemorySite = Awaited<ReturnType<typeof openSite>>

/** Opens a site in this process on a new database; requests reach it without a network.
 * @param variables environment variables in addition to the database, data folder and password
 * @param more dependencies that a test replaces */
export async function openSite(
  variables: Record<string, string> = {},
  more: Partial<Pick<Parameters<typeof createSite>[0], 'post' | 'onPassword'>> = {},
) {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'site-'))
  const databaseUri = await takeDatabase()
  const environment = readEnvironment({
    MONGODB_URI: databaseUri,
    DATA_DIR: dataDirectory,
    ADMIN_PASSWORD: adminPassword,
    ...variables,
  })
  const mongo = await openExternalMongo(databaseUri)
  if (environment.adminPassword === adminPassword) await storeAccount(mongo.database.db)
  let output = ''
  const log = createLogger(environment.logLevel, {
    write(line: string) {
      output += line
    },
  })
  const site = await createSite({
    environment,
    mongo,
    log,
    isStopping: () => false,
    onPassword: () => undefined,
    ...more,
  })
  const resolveAddress = createAddressResolver(environment.trustedProxies, log, () => ({
    address: '127.0.0.1',
  }))

  async function send(path: string, options: RequestInit = {}): Promise<Response> {
    const request = new Request(new URL(path, origin).href, options)
    return site.respond(new RequestContext(request, resolveAddress))
  }

  return {
    url: origin,
    databaseUri,
    db: mongo.database.db,
    dataDirectory,
    routes: site.routes,
    /** Sends a request like `fetch`, without following redirects. */
    fetch: send,
    /** The logged lines. */
    output: () => output,
    /** Logs the admin in and returns the session's token. */
    async token(): Promise<string> {
      const credentials = { username: 'admin', password: adminPassword }
      const response = await send('/api/admin/login', json('POST', credentials))
      return ((await response.json()) as { token: string }).token
    },
    async stop() {
      await site.stop()
      await mongo.close()
      await giveBackDatabase(databaseUri)
      await rm(dataDirectory, { recursive: true, force: true })
    },
  }
}

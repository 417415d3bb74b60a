import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import getPort from 'get-port'
import { type Db, MongoClient } from 'mongodb'
import { giveBackDatabase, takeDatabase } from './databases'
import { pushHost } from './push-service'
import { json } from './requests'

export interface Site {
  url: string
  /** Sends a request to a path of the site. */
  fetch(path: string, options?: RequestInit): Promise<Response>
  /** The site's own database on the tests' MongoDB. */
  databaseUri: string
  db: Db
  dataDirectory: string
  process(): ChildProcess
  /** The output of the process so far. */
  output(): string
  /** The token of one session, which the first call begins; later calls return the same token. */
  token(): Promise<string>
  /** Begins a new session of the admin and returns its token. */
  newToken(): Promise<string>
  /** Ends the process and leaves its data in place. */
  pause(): Promise<void>
  /** Starts the process again at the same address on the same database.
   * @param program the program's folder, to start another version of it */
  resume(program?: string): Promise<void>
  /** Ends the process and removes what it stored. */
  stop(): Promise<void>
}

/** Its hash is in `admin-account.ts`. */
export const adminPassword = 'correct horse battery'

type Variables = Record<string, string>

const root = join(import.meta.dirname, '..')
export const bun = join(root, 'node_modules/.bin/bun')

/** Starts `api/main.ts` with Bun in a child process.
 * @param variables environment variables in addition to PATH, HOME and PORT
 * @param program the program's folder */
export async function spawnSite(variables: Variables, program = root) {
  const port = await getPort()
  const child = spawn(bun, ['api/main.ts'], {
    cwd: program,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], PORT: String(port), ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      printed += text
    })
  const exit = new Promise<number | null>((resolve) => child.on('close', resolve))
  const url = `http://localhost:${variables['PORT'] ?? port}`
  return {
    url,
    fetch: (path: string, options?: RequestInit) => fetch(url + path, options),
    child,
    exit,
    output: () => printed,
  }
}

/** Writes a backup of a site, without secrets, to a file. */
export const backUp = ({ databaseUri }: Pick<Site, 'databaseUri'>, path: string) =>
  promisify(execFile)(bun, ['api/cli/main.ts', 'backup', path, '--without-secrets'], {
    cwd: root,
    env: { PATH: process.env['PATH'], MONGODB_URI: databaseUri },
  })

/** Waits until a site's health check succeeds.
 * @throws {Error} with the site's output if its process ends first */
export async function untilReady(site: Awaited<ReturnType<typeof spawnSite>>) {
  const { url, child, exit, output } = site
  while (child.exitCode === null) {
    const response = await fetch(`${url}/api/health`).catch(() => undefined)
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 40))
  }
  await exit
  throw new Error(`The site did not start:\n${output()}`)
}

/** A site that runs. */
export interface Run {
  /** The process, if it is the site's own. */
  child?: ChildProcess
  output: () => string
  end: () => Promise<void>
}

/** Starts a site with environment variables, and waits until it is ready.
 * @param program see `Site.resume` */
export type Runner = (variables: Variables, program?: string) => Promise<Run>

/** Runs a site in a process of its own. */
export const runProcess: Runner = async (variables, program) => {
  const spawned = await spawnSite(variables, program)
  await untilReady(spawned)
  const { child, exit, output } = spawned
  async function end() {
    child.kill('SIGTERM')
    await exit
  }
  return { child, output, end }
}

/** Starts a site on a new database and waits until it is ready.
 * @param sourceUri a database on the same server, of which the new database is a copy. The copy contains the admin's account, so
 * the site neither hashes the password nor estimates its strength, which takes half a second of processor time.
 * @param run runs the site, by default in a process of its own */
export async function startSite(
  variables: Variables = {},
  sourceUri?: string,
  run: Runner = runProcess,
): Promise<Site> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'site-'))
  const databaseUri = await takeDatabase(sourceUri)
  const environment = {
    MONGODB_URI: databaseUri,
    DATA_DIR: dataDirectory,
    ...(sourceUri === undefined && { ADMIN_PASSWORD: adminPassword }),
    PUSH_HOSTS: pushHost,
    PORT: String(await getPort()),
    ...variables,
  }
  let running = await run(environment)
  // It connects at its first operation.
  const client = new MongoClient(databaseUri)
  const url = `http://localhost:${environment.PORT}`
  async function newToken() {
    const credentials = json('POST', { username: 'admin', password: adminPassword })
    const logIn = () => fetch(`${url}/api/admin/login`, credentials)
    // The site may close an idle connection at the moment at which it is used again. Browsers then repeat a request that
    // is safe to repeat (RFC 9112, 9.3.1).
    const response = await logIn().catch((error: Error) => {
      if ((error.cause as NodeJS.ErrnoException)?.code === 'ECONNRESET') return logIn()
      throw error
    })
    const { token } = (await response.json()) as { token: string }
    return token
  }
  let ownToken: Promise<string> | undefined
  return {
    url,
    fetch: (path, options) => fetch(url + path, options),
    databaseUri,
    db: client.db(),
    dataDirectory,
    process() {
      if (!running.child) throw new Error('This site has no process of its own.')
      return running.child
    },
    output: () => running.output(),
    token() {
      ownToken ??= newToken()
      return ownToken
    },
    newToken,
    pause: () => running.end(),
    async resume(program) {
      running = await run(environment, program)
    },
    async stop() {
      await running.end()
      await client.close()
      await giveBackDatabase(databaseUri)
      await rm(dataDirectory, { recursive: true, force: true })
    },
  }
}

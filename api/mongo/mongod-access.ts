import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import getPort from 'get-port'
import { MongoClient, MongoServerError } from 'mongodb'
import { StartError } from '../process/start-error'

/** How the site connects to the embedded mongod. Other users of the machine cannot connect. */
export interface MongodAccess {
  /** Command-line arguments of mongod. */
  args: string[]
  uri: string
  /** A URI without credentials, to check whether the server is running. */
  unauthenticatedUri: string
  /** Creates the site's database user where one is needed; called when the server is running. */
  ensureUser(): Promise<void>
}

/** Maximum bytes of a socket's path on macOS; Linux allows four more (sockaddr_un). */
const maxSocketPathBytes = 103
const user = 'site'
const authenticationFailed = 18
const unauthorized = 13

const socketPathIn = (directory: string) => join(directory, 'mongod.sock')

/** Whether mongod can use a socket in the directory. In `--bind_ip` a comma separates addresses and a colon begins a port; in
 * a URI a percent sign begins an escape. */
const canHaveSocket = (directory: string) =>
  process.platform !== 'win32' &&
  !/[,:%]/.test(directory) &&
  Buffer.byteLength(socketPathIn(directory)) <= maxSocketPathBytes

/** Chooses the access to a mongod on a data directory: a Unix socket in that directory, which only its owner can
 * open; where sockets are not possible, a TCP port on 127.0.0.1 with a generated password.
 * @param reservedPort a port that must not be chosen */
export async function chooseAccess(directory: string, reservedPort?: number) {
  if (canHaveSocket(directory)) return socketAccess(directory)
  const exclude = reservedPort === undefined ? [] : [reservedPort]
  return portAccess(directory, await getPort({ exclude }))
}

/** The URI of a mongod that is running on a data directory, derived from its command line. */
export function uriOfRunning(directory: string, command: string): string | undefined {
  const path = socketPathIn(directory)
  if (command.includes(`--bind_ip ${path} `)) return socketUri(path)
  const port = / --port (\d+) /.exec(command)?.[1]
  return port && portUri(Number(port), readSecret(directory))
}

function socketAccess(directory: string): MongodAccess {
  const path = socketPathIn(directory)
  const uri = socketUri(path)
  return {
    // `--nounixsocket` leaves out only the default socket in the system's temporary folder, where another user's mongod may
    // have one.
    args: ['--bind_ip', path, '--filePermissions', '0600', '--nounixsocket'],
    uri,
    unauthenticatedUri: uri,
    ensureUser: () => Promise.resolve(),
  }
}

function portAccess(directory: string, port: number): MongodAccess {
  const secret = readSecret(directory) ?? createSecret(directory)
  return {
    args: ['--bind_ip', '127.0.0.1', '--port', String(port), '--nounixsocket', '--auth'],
    uri: portUri(port, secret),
    unauthenticatedUri: portUri(port, undefined),
    ensureUser: () => createUserWhereNeeded(port, secret),
  }
}

/** Creates the only user of the database, unless it exists. MongoDB allows the first user to be created without
 * authentication, from localhost only.
 * @throws StartError when a user exists that this site did not create */
async function createUserWhereNeeded(port: number, secret: string) {
  if (await canLogIn(portUri(port, secret))) return
  await using client = new MongoClient(portUri(port, undefined), { directConnection: true })
  try {
    await client.db('admin').command({ createUser: user, pwd: secret, roles: ['root'] })
  } catch (error) {
    if (!(error instanceof MongoServerError) || error.code !== unauthorized) throw error
    throw new StartError(
      'The database has a user that this site did not create. Is DATA_DIR the right folder, with its mongod.secret?',
    )
  }
}

async function canLogIn(uri: string): Promise<boolean> {
  await using client = new MongoClient(uri, { directConnection: true })
  try {
    await client.connect()
    return true
  } catch (error) {
    if (error instanceof MongoServerError && error.code === authenticationFailed) return false
    throw error
  }
}

const socketUri = (path: string) => `mongodb://${encodeURIComponent(path)}/band`

const portUri = (port: number, secret: string | undefined) =>
  secret === undefined
    ? `mongodb://127.0.0.1:${port}/band`
    : `mongodb://${user}:${secret}@127.0.0.1:${port}/band?authSource=admin`

const secretPathIn = (directory: string) => join(directory, 'mongod.secret')

function readSecret(directory: string): string | undefined {
  const path = secretPathIn(directory)
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined
}

function createSecret(directory: string): string {
  const secret = randomBytes(32).toString('base64url')
  writeFileSync(secretPathIn(directory), `${secret}\n`, { mode: 0o600 })
  return secret
}

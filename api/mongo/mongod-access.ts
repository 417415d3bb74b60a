import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import getPort from 'get-port'
import { MongoClient, MongoServerError } from 'mongodb'
import { StartError } from '../process/start-error'

/** How the embedded mongod is reached, so that no other user of this machine can. */
export interface MongodAccess {
  /** What mongod is started with. */
  args: string[]
  uri: string
  /** Reaches the server before anybody has logged in, to ask whether it is up. */
  bareUri: string
  /** Lets the site in; called when the server is up. */
  admit(): Promise<void>
}

/** Bytes that the path of a socket may have on macOS; Linux allows four more (sockaddr_un). */
const longestSocketPath = 103
const user = 'site'
const authenticationFailed = 18
const unauthorized = 13

const socketPathIn = (directory: string) => join(directory, 'mongod.sock')

const canHaveSocket = (directory: string) =>
  process.platform !== 'win32' && Buffer.byteLength(socketPathIn(directory)) <= longestSocketPath

/** Chooses the access to a mongod on a data directory: a Unix socket in that directory, which only its owner can
 * open; where there can be none, a TCP port of this machine with a generated password.
 * @param sparedPort one that somebody is about to use */
export async function chooseAccess(directory: string, sparedPort?: number): Promise<MongodAccess> {
  return canHaveSocket(directory)
    ? socketAccess(directory)
    : portAccess(
        directory,
        await getPort({ exclude: sparedPort === undefined ? [] : [sparedPort] }),
      )
}

/** The address of a mongod that runs on a data directory with this command line. */
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
    args: ['--bind_ip', path, '--filePermissions', '0600'],
    uri,
    bareUri: uri,
    admit: () => Promise.resolve(),
  }
}

function portAccess(directory: string, port: number): MongodAccess {
  const secret = readSecret(directory) ?? createSecret(directory)
  return {
    args: ['--bind_ip', '127.0.0.1', '--port', String(port), '--nounixsocket', '--auth'],
    uri: portUri(port, secret),
    bareUri: portUri(port, undefined),
    admit: () => createUserWhereNeeded(port, secret),
  }
}

/** Creates the database's one user. MongoDB lets the first user be created without a login, from this machine alone;
 * a user that somebody else has created before is a reason not to start. */
async function createUserWhereNeeded(port: number, secret: string) {
  if (await canLogIn(portUri(port, secret))) return
  const client = new MongoClient(portUri(port, undefined), { directConnection: true })
  try {
    await client.db('admin').command({ createUser: user, pwd: secret, roles: ['root'] })
  } catch (error) {
    if (!(error instanceof MongoServerError) || error.code !== unauthorized) throw error
    throw new StartError(
      'The database has a user that this site did not create. Is DATA_DIR the right folder, with its mongod.secret?',
    )
  } finally {
    await client.close()
  }
}

async function canLogIn(uri: string): Promise<boolean> {
  const client = new MongoClient(uri, { directConnection: true })
  try {
    await client.connect()
    return true
  } catch (error) {
    if (error instanceof MongoServerError && error.code === authenticationFailed) return false
    throw error
  } finally {
    await client.close()
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

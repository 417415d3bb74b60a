import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { freePort } from './free-port'
import { commandLine, end, isRunning, until } from './processes'
import { StartError } from './start-error'

export interface EmbeddedMongod {
  uri: string
  pid: number
  /** Ends it cleanly. */
  stop(): Promise<void>
}

const startPatience = 60_000
const stopPatience = 10_000

/** Starts a real mongod on `directory/db`, for this machine alone, on a free port.
 * A mongod that a killed site left on the same folder is ended first; another's is never touched.
 * @throws StartError when it does not come up. */
export async function startMongod(binary: string, directory: string): Promise<EmbeddedMongod> {
  const dbPath = join(directory, 'db')
  const logPath = join(directory, 'mongod.log')
  mkdirSync(dbPath, { recursive: true, mode: 0o700 })
  await endLeftOver(dbPath)

  const port = await freePort()
  const child = spawn(
    binary,
    [
      ...['--dbpath', dbPath, '--port', String(port), '--bind_ip', '127.0.0.1'],
      ...['--logpath', logPath, '--logappend', '--quiet', '--nounixsocket'],
      ...['--wiredTigerCacheSizeGB', '0.25'],
      ...['--setParameter', 'diagnosticDataCollectionEnabled=false'],
    ],
    // A group of its own: Ctrl-C is for the site, which ends the database when it has finished with it.
    { stdio: 'ignore', detached: true },
  )
  const uri = `mongodb://127.0.0.1:${port}/band`
  const pid = child.pid
  let ended = false
  child.on('exit', () => {
    ended = true
  })
  child.on('error', () => {
    ended = true
  })
  child.unref()
  const isUp = await until(async () => ended || (await answers(uri)), startPatience)
  if (ended || !isUp || pid === undefined)
    throw new StartError(`The database did not start; ${logPath} tells why.`)
  return { uri, pid, stop: () => end(pid, stopPatience) }
}

async function endLeftOver(dbPath: string): Promise<void> {
  const lock = join(dbPath, 'mongod.lock')
  const pid = existsSync(lock) ? Number(readFileSync(lock, 'utf8').trim()) : 0
  const isOurs = pid > 0 && isRunning(pid) && commandLine(pid).includes(`--dbpath ${dbPath} `)
  if (isOurs) await end(pid, stopPatience)
}

async function answers(uri: string): Promise<boolean> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 500, directConnection: true })
  try {
    await client.db().command({ ping: 1 })
    return true
  } catch {
    return false
  } finally {
    await client.close()
  }
}

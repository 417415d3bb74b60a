import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { MongoClient } from 'mongodb'
import { commandLine, end, isRunning, until } from '../process/processes'
import { StartError } from '../process/start-error'
import { freeSpace } from './disk-space'
import { chooseAccess, type MongodAccess, uriOfRunning } from './mongod-access'

export interface EmbeddedMongod {
  uri: string
  pid: number
  access: MongodAccess
  /** Resolves when the process has ended, for whatever reason. */
  ended: Promise<void>
  /** Ends it cleanly. */
  stop(): Promise<void>
}

const startPatience = 60_000
const stopPatience = 10_000

/** Starts a real mongod on `directory/db`, for this user alone.
 * A mongod that a killed site left on the same folder is ended first; another's is never touched.
 * @param wantedAccess of an earlier start, whose address it must have again
 * @throws StartError when it does not come up. */
export async function startMongod(
  binary: string,
  directory: string,
  wantedAccess?: MongodAccess,
): Promise<EmbeddedMongod> {
  const dbPath = join(directory, 'db')
  const logPath = join(directory, 'mongod.log')
  mkdirSync(dbPath, { recursive: true, mode: 0o700 })
  await endLeftOver(dbPath)

  const access = wantedAccess ?? (await chooseAccess(directory))
  const child = spawn(
    binary,
    [
      ...['--dbpath', dbPath, ...access.args],
      ...['--logpath', logPath, '--logappend', '--quiet'],
      ...['--wiredTigerCacheSizeGB', '0.25'],
      // Nobody is far away; and unpacking has had its holes (CVE-2025-14847).
      ...['--networkMessageCompressors', 'disabled'],
      ...['--setParameter', 'diagnosticDataCollectionEnabled=false'],
    ],
    // A group of its own: Ctrl-C is for the site, which ends the database when it has finished with it.
    { stdio: 'ignore', detached: true },
  )
  const pid = child.pid
  let hasEnded = false
  const ended = new Promise<void>((resolve) => {
    const note = () => {
      hasEnded = true
      resolve()
    }
    child.on('exit', note)
    child.on('error', note)
  })
  child.unref()
  const isUp = await until(async () => hasEnded || (await answers(access.bareUri)), startPatience)
  if (hasEnded || !isUp || pid === undefined)
    throw new StartError(`The database did not start; ${logPath} tells why.`)
  await access.admit().catch(async (error: unknown) => {
    await end(pid, stopPatience)
    throw error
  })
  return { uri: access.uri, pid, access, ended, stop: () => end(pid, stopPatience) }
}

const mostRestarts = 5
const restartsCountFor = 10 * 60_000
/** Bytes without which a mongod does not come up, and milliseconds until it is looked again. */
const neededSpace = 64 * 1024 * 1024
const lookForSpaceEvery = 1_000

/** Keeps a mongod alive: one that dies is started again at the same address as soon as the disk has room for
 * it, at most five times in ten minutes.
 * @param say told of each death, and of what is waited for
 * @returns the same, to be ended for good */
export function keepAlive(
  first: EmbeddedMongod,
  binary: string,
  directory: string,
  say: (line: string) => void,
): Pick<EmbeddedMongod, 'stop'> {
  let mongod = first
  let isStopping = false
  let restarts: number[] = []
  const stopping = new AbortController()

  async function watch(): Promise<void> {
    await mongod.ended
    if (isStopping) return
    await untilThereIsRoom()
    await untilItsTurn()
    restarts.push(Date.now())
    say('The database has died; it is started again.')
    mongod = await startMongod(binary, directory, mongod.access).catch((error: Error) => {
      say(error.message)
      return mongod
    })
    if (isStopping) return mongod.stop()
    return watch()
  }

  async function untilThereIsRoom() {
    if ((await freeSpace(directory)) >= neededSpace) return
    say(
      'The disk is full, and the database has died of it: it is started again when there is room.',
    )
    while ((await freeSpace(directory)) < neededSpace) await wait(lookForSpaceEvery)
  }

  async function untilItsTurn() {
    restarts = restarts.filter((at) => at > Date.now() - restartsCountFor)
    const [first] = restarts
    if (first === undefined || restarts.length < mostRestarts) return
    say(`The database died ${mostRestarts + 1} times in ten minutes; it is given a rest.`)
    await wait(first + restartsCountFor - Date.now())
  }

  /** Ends at once when all does. */
  const wait = (milliseconds: number) =>
    sleep(milliseconds, undefined, { signal: stopping.signal, ref: false })

  const watching = watch().catch((error: Error) => {
    if (!isStopping) say(error.message)
  })
  return {
    async stop() {
      isStopping = true
      stopping.abort()
      await mongod.stop()
      await watching
    },
  }
}

/** The address of the mongod that serves a data directory right now, if any. */
export function runningMongod(directory: string): string | undefined {
  const { command } = holderOf(join(directory, 'db')) ?? {}
  return command && uriOfRunning(directory, command)
}

async function endLeftOver(dbPath: string): Promise<void> {
  const holder = holderOf(dbPath)
  if (holder) await end(holder.pid, stopPatience)
}

/** The running mongod of ours that has a folder. */
function holderOf(dbPath: string): { pid: number; command: string } | undefined {
  const lock = join(dbPath, 'mongod.lock')
  const pid = existsSync(lock) ? Number(readFileSync(lock, 'utf8').trim()) : 0
  const command = pid > 0 && isRunning(pid) ? commandLine(pid) : ''
  return command.includes(`--dbpath ${dbPath} `) ? { pid, command } : undefined
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

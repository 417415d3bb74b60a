import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { MongoClient } from 'mongodb'
import { findProcess, terminate, until } from '../process/processes'
import { StartError } from '../process/start-error'
import { freeSpace, neededSpace } from './disk-space'
import { chooseAccess, type MongodAccess, uriOfRunning } from './mongod-access'

export interface EmbeddedMongod {
  uri: string
  pid: number
  access: MongodAccess
  hasEnded(): boolean
  /** Resolves when the process has ended, whatever the reason. */
  ended: Promise<void>
  /** Stops the process with SIGTERM; with SIGKILL after 10 seconds. */
  stop(): Promise<void>
}

const stopTimeout = 10_000

interface StartOptions {
  /** Milliseconds without a new line in its log after which it is given up. A recovery may take longer, but it logs. */
  stallTimeout?: number
  /** Gives it up at once. */
  signal?: AbortSignal | undefined
}

/** Starts a mongod on `directory/db` that only this user can access.
 * A mongod that a killed site left running on the same folder is stopped first; other mongod processes are not.
 * @param wantedAccess the access of an earlier start, to reuse its address
 * @throws StartError when it does not start; then it no longer runs */
export async function startMongod(
  binary: string,
  directory: string,
  wantedAccess?: MongodAccess,
  { stallTimeout = 60_000, signal }: StartOptions = {},
): Promise<EmbeddedMongod> {
  const dbPath = join(directory, 'db')
  const logPath = join(directory, 'mongod.log')
  mkdirSync(dbPath, { recursive: true, mode: 0o700 })
  const leftover = holderOf(dbPath)
  if (leftover) await terminate(leftover.pid, stopTimeout)

  const access = wantedAccess ?? (await chooseAccess(directory))
  const child = spawn(
    binary,
    [
      ...['--dbpath', dbPath, ...access.args],
      ...['--logpath', logPath, '--logappend', '--quiet'],
      ...['--wiredTigerCacheSizeGB', '0.25'],
      // By default each journal file takes 100 MB in advance, which a small or nearly full disk doesn't have.
      ...['--wiredTigerEngineConfigString', 'log=(file_max=32MB,prealloc=false)'],
      // Compression has no use on one machine, and decompression has had vulnerabilities (CVE-2025-14847).
      ...['--networkMessageCompressors', 'disabled'],
      ...['--setParameter', 'diagnosticDataCollectionEnabled=false'],
    ],
    // A process group of its own: Ctrl-C reaches only the site, which stops the database after its last use.
    { stdio: 'ignore', detached: true },
  )
  const pid = child.pid
  let hasEnded = false
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  for (const event of ['exit', 'error'])
    child.on(event, () => {
      hasEnded = true
      resolve()
    })
  child.unref()
  let isUp = false
  for (let logged = -1; !isUp && logged < sizeOf(logPath); ) {
    logged = sizeOf(logPath)
    isUp = await until(
      async () =>
        hasEnded || signal?.aborted === true || (await responds(access.unauthenticatedUri)),
      stallTimeout,
    )
  }
  if (hasEnded || !isUp || signal?.aborted || pid === undefined) {
    if (pid !== undefined) await terminate(pid, stopTimeout)
    throw new StartError(`The database did not start; ${logPath} tells why.`)
  }
  await access.ensureUser().catch(async (error: unknown) => {
    await terminate(pid, stopTimeout)
    throw error
  })
  return {
    uri: access.uri,
    pid,
    access,
    hasEnded: () => hasEnded,
    ended,
    stop: () => terminate(pid, stopTimeout),
  }
}

const maxRestarts = 5
/** Milliseconds. */
const restartWindow = 10 * 60_000
/** Milliseconds. */
const spaceCheckInterval = 1_000
/** Milliseconds that one check may wait for a server. */
const defaultPingTimeout = 500
/** Failed checks in a row after which the mongod counts as hung: a minute or more. The checks are counted instead of the
 * time, because a laptop may have slept in between. */
const maxFailedPings = 12

/** Restarts a mongod at the same address when it exits: at most five times in ten minutes, and on a disk without enough
 * space every 30 seconds. A mongod that fails 12 checks in a row is killed, and restarted too.
 * @param report called with a line for each exit and for each reason to wait
 * @param times milliseconds: `ping`, the pause between two checks whether it responds; `pingTimeout`, the limit of one check;
 * `spaceWait`, the pause before a start on a full disk, during which the copies of mp3s and the ballast are deleted
 * @returns a function that stops the mongod without a restart */
export function keepAlive(
  first: EmbeddedMongod,
  binary: string,
  directory: string,
  report: (line: string) => void,
  { ping = 5_000, pingTimeout = defaultPingTimeout, spaceWait = 30_000 } = {},
): Pick<EmbeddedMongod, 'stop'> {
  let mongod = first
  let restarts: number[] = []
  /** Whether the disk had too little space at the last start; then further failures are not reported. */
  let isFull = false
  const stopping = new AbortController()
  const { signal } = stopping

  async function watch(): Promise<void> {
    await mongod.ended
    if (signal.aborted) return
    const wasFull = isFull
    isFull = !(await waitForDiskSpace())
    // A start that may lack space does not count, so that the site recovers soon after somebody frees some.
    if (!isFull) await waitForRestartLimit()
    const reportOnce = (line: string) => {
      if (!(wasFull && isFull)) report(line)
    }
    reportOnce('The database has died; it is started again.')
    mongod = await startMongod(binary, directory, mongod.access, { signal }).catch(
      (error: Error) => {
        reportOnce(error.message)
        return mongod
      },
    )
    if (signal.aborted) return mongod.stop()
    return watch()
  }

  /** Waits for disk space, at most for `spaceWait`: a start often needs less, and there may be nothing left to delete.
   * @returns whether there is enough */
  async function waitForDiskSpace(): Promise<boolean> {
    const isThere = async () => (await freeSpace(directory)) >= neededSpace
    if (await isThere()) return true
    if (!isFull)
      report(
        'The disk is full, and the database has died of it: it is started again when there is room.',
      )
    for (let waited = 0; waited < spaceWait; waited += spaceCheckInterval) {
      await wait(spaceCheckInterval)
      if (await isThere()) return true
    }
    return false
  }

  async function waitForRestartLimit() {
    restarts = restarts.filter((at) => at > Date.now() - restartWindow)
    const [first] = restarts
    if (first !== undefined && restarts.length >= maxRestarts) {
      report(`The database died ${maxRestarts + 1} times in ten minutes; it is given a rest.`)
      await wait(first + restartWindow - Date.now())
    }
    restarts.push(Date.now())
  }

  /** Rejects at once when `stop` is called. */
  const wait = (milliseconds: number) => sleep(milliseconds, undefined, { signal, ref: false })

  async function killWhenHanging() {
    for (let failed = 0; !signal.aborted; ) {
      await wait(ping)
      const { pid, access, hasEnded } = mongod
      const isWell = hasEnded() || (await responds(access.unauthenticatedUri, pingTimeout))
      failed = isWell ? 0 : failed + 1
      // The number of a process that has ended may belong to another one.
      if (failed < maxFailedPings || signal.aborted || hasEnded()) continue
      report('The database has not responded for a minute; it is killed.')
      await terminate(pid, 0)
      failed = 0
    }
  }

  const reportUnlessStopping = (error: Error) => {
    if (!signal.aborted) report(error.message)
  }
  killWhenHanging().catch(reportUnlessStopping)
  const watching = watch().catch(reportUnlessStopping)
  return {
    async stop() {
      stopping.abort()
      await mongod.stop()
      await watching
    },
  }
}

/** The URI of the mongod that is running on a data directory, if any. */
export function runningMongod(directory: string): string | undefined {
  const holder = holderOf(join(directory, 'db'))
  return holder && uriOfRunning(directory, holder.args.join(' '))
}

/** The mongod that is running on a database folder, if this program started it. It is found by its command line, because
 * `mongod.lock` contains its process id only after it has opened its files. */
const holderOf = (dbPath: string) =>
  findProcess((args) => args[args.indexOf('--dbpath') + 1] === dbPath && args.includes('--dbpath'))

const sizeOf = (path: string) => (existsSync(path) ? statSync(path).size : 0)

async function responds(uri: string, timeout = defaultPingTimeout): Promise<boolean> {
  await using client = new MongoClient(uri, {
    serverSelectionTimeoutMS: timeout,
    // By default, the driver waits for half a second after an attempt to connect that failed.
    minHeartbeatFrequencyMS: 25,
    connectTimeoutMS: 2_000,
    socketTimeoutMS: 2_000,
    directConnection: true,
  })
  try {
    await client.db().command({ ping: 1 })
    return true
  } catch {
    return false
  }
}

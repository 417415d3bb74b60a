import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { runningMongod } from '../api/mongo/embedded-mongod'
import { isRunning, until } from '../api/process/processes'
import { checkWrites } from './crash-check'
import { createWork, pause } from './crash-work'
import { createDisk, type Disk } from './disk'
import { mongodPidIn } from './mongod'
import { asAdmin, json } from './requests'
import { adminPassword, spawnSite, untilReady } from './site-process'

/** The result of a series of kills. If nothing went wrong, all lists except `returns` are empty. */
export interface CrashReport {
  /** Shows, tracks, songs, nights off, enquiries, their shows and words that are missing or differ from their last
   * acknowledged write, and deleted shows that are still listed or missing from the bin. */
  lost: string[]
  /** Tracks and pictures that are incomplete or corrupt. */
  broken: string[]
  /** Requests that got no response within the timeout. */
  unanswered: string[]
  /** Stored files that no track refers to after the last start. */
  orphans: string[]
  /** Milliseconds until the site was ready again, for each kill. */
  returns: number[]
  /** Number of acknowledged writes, uploads and replacements. */
  acknowledged: number
}

/** Writes that are acknowledged before each failure, however slow the machine is. */
const minWrites = 5

/** A failure to inject, and its recovery. */
interface Crash {
  name: string
  inject(): Promise<void>
  recover(): Promise<void>
}

interface CrashOptions {
  /** Number of failures to inject. */
  rounds: number
  /** Whether the power of the site's disk is cut each time, instead of killing the site and the database in turn. This
   * needs root on Linux. */
  cutsPower?: boolean
  /** Called with a line after each recovery. */
  log: (line: string) => void
}

/** Adds, imports, deletes and restores shows, uploads pictures and tracks, replaces tracks, adds songs, nights off and enquiries, makes shows of
 * enquiries, and changes the words on a site with its own database, and injects failures meanwhile. */
export async function crashAgainAndAgain(options: CrashOptions): Promise<CrashReport> {
  const { rounds, cutsPower = false, log } = options
  const disk = cutsPower ? await createDisk(2_000) : undefined
  const directory = disk ? join(disk.path, 'data') : await mkdtemp(join(tmpdir(), 'crash-'))
  const report: CrashReport = {
    lost: [],
    broken: [],
    unanswered: [],
    orphans: [],
    returns: [],
    acknowledged: 0,
  }
  let site = await start(directory)
  const credentials = json('POST', { username: 'admin', password: adminPassword })
  const login = await fetch(`${site.url}/api/admin/login`, credentials)
  const { token } = (await login.json()) as { token: string }
  const work = createWork(() => site.url, token)

  const killSite: Crash = {
    name: 'the site',
    inject: async () => void site.child.kill('SIGKILL'),
    async recover() {
      await site.exit
      site = await start(directory)
    },
  }
  const killDatabase: Crash = {
    name: 'the database',
    inject: async () => void process.kill(await mongodPidIn(directory), 'SIGKILL'),
    recover: () => untilReady(site),
  }
  const cutPower = (cut: Disk): Crash => ({
    name: 'the power',
    async inject() {
      const mongod = await mongodPidIn(directory)
      cut.cutPower()
      site.child.kill('SIGKILL')
      process.kill(mongod, 'SIGKILL')
      await until(() => !isRunning(mongod), 10_000)
    },
    async recover() {
      await site.exit
      cut.remount()
      site = await start(directory)
    },
  })
  const crashes = disk ? [cutPower(disk)] : [killSite, killDatabase]

  for (let round = 0; round < rounds; round += 1) {
    const { name, inject, recover } = crashes[round % crashes.length] ?? killSite
    const before = work.acknowledged()
    const finish = work.begin()
    await until(() => work.acknowledged() >= before + minWrites, 60_000)
    await pause(Math.random() * 800)
    const diedAt = performance.now()
    await inject()
    await finish()
    await recover()
    const took = Math.round(performance.now() - diedAt)
    report.returns.push(took)
    const { lost, broken } = await checkWrites(site.url, work.written, asAdmin(token))
    report.lost.push(...lost)
    report.broken.push(...broken)
    log(`${round + 1} of ${rounds}: ${name}, back after ${took} ms`)
  }

  site.child.kill('SIGKILL')
  await site.exit
  site = await start(directory)
  report.orphans = await orphansIn(runningMongod(directory) ?? '')
  report.acknowledged = work.acknowledged()
  report.unanswered = work.unanswered
  site.child.kill('SIGTERM')
  await site.exit
  if (disk) disk.remove()
  else await rm(directory, { recursive: true, force: true })
  return report
}

async function start(directory: string) {
  const site = await spawnSite({
    DATA_DIR: directory,
    MONGOD: process.env['TEST_MONGOD'] ?? '',
    ADMIN_PASSWORD: adminPassword,
    DEMO_CONTENT: 'off',
    RATE_LIMIT: 'off',
    BACKUP_KEEP: '0',
  })
  await untilReady(site)
  return site
}

async function orphansIn(databaseUri: string): Promise<string[]> {
  const client = await MongoClient.connect(databaseUri)
  const db = client.db()
  const named = new Set((await db.collection('music').distinct('fileId')).map(String))
  // The bin keeps the files of deleted tracks.
  for (const id of await db.collection('bin').distinct('record.fileId')) named.add(String(id))
  // The parts of an upload that is not complete.
  for (const id of await db.collection('unfinishedUploads').distinct('_id')) named.add(String(id))
  const files = await db.collection('fs.files').distinct('_id')
  const chunked = await db.collection('fs.chunks').distinct('files_id')
  await client.close()
  return [...new Set([...files, ...chunked].map(String))].filter((id) => !named.has(id))
}

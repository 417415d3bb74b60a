import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Collection, Db } from 'mongodb'
import type { Logger } from '../process/log'
import { StartError } from '../process/start-error'
import { holdLease, isAlive, type LeaseRecord, leaseLife, mongoLeases } from './leases'

/** A step from one schema of the data to the next. It must be idempotent, because it runs again after a crash. */
export interface Migration {
  /** A description for the log. */
  name: string
  up: (db: Db) => Promise<void>
}

interface SchemaRecord {
  _id: 'schema'
  /** The number of migrations that were applied to the data. */
  version: number
  /** When the lock of the process that is migrating expires. */
  lockedUntil: Date
}

interface Options {
  /** Whether no other process can use the database: then a lock is that of a killed process. */
  isSoleProcess: boolean
  /** Whether a process of an earlier version is running. */
  isEarlierRunning: () => Promise<boolean>
  /** Called with the name of each applied migration. */
  onStep: (step: string) => void
  /** Called with the reason when the start has to wait. */
  onWait: (reason: string) => void
  /** Milliseconds to wait for processes of an earlier version to stop; by default the life of a lease. */
  stopTimeout?: number
}

const instancesName = 'instances'
/** Milliseconds until the lock of a killed process expires; a running one renews it. */
const [lockDuration, renewInterval] = [10_000, 2_000]
/** Milliseconds. */
const retryInterval = 200

/** The running sites on a database that more than one process may use.
 * @param schema the number of migrations that this version of the program knows */
export function openInstances(db: Db, schema: number) {
  const leases = db.collection<LeaseRecord<string>>(instancesName)
  return {
    /** Makes this process known to the others until the lease is released. */
    register: () => holdLease(mongoLeases(leases), `${schema} ${randomUUID()}`),

    /** Whether a process of an earlier version is running; one that was killed counts for half a minute. */
    async isEarlierRunning(): Promise<boolean> {
      const alive = await leases.find(isAlive()).toArray()
      return alive.some(({ _id }) => Number.parseInt(_id, 10) < schema)
    },
  }
}

/** Applies the pending migrations, and makes this process known to those of other versions.
 * @param isEmbedded whether no other process can use the database
 * @returns `release`, for when the process ends
 * @throws StartError as `migrate` */
export async function migrateData(
  db: Db,
  migrations: Migration[],
  isEmbedded: boolean,
  log: Logger,
): Promise<{ release: () => Promise<void> }> {
  const instances = openInstances(db, migrations.length)
  // Registered before the schema is read, so that no newer version begins a migration in between.
  const instance = isEmbedded ? undefined : await instances.register()
  // If the database is unavailable, the lease expires by itself.
  const release = async () => instance?.release().catch(() => undefined)
  try {
    await migrate(db, migrations, {
      isSoleProcess: isEmbedded,
      isEarlierRunning: async () => !isEmbedded && instances.isEarlierRunning(),
      onStep: (step) => log.info({ step }, 'data migrated'),
      onWait: (reason) => log.warn(reason),
    })
  } catch (error) {
    await release()
    throw error
  }
  return { release }
}

/** Applies the pending migrations in order; an empty database needs none. When several processes start at once, one
 * migrates and the others wait. None is applied while a process of an earlier version is running,
 * because that process could not read the migrated data.
 * @throws StartError when the data was written by a newer version of this program, or a process of an earlier one does not
 * end within half a minute */
export async function migrate(db: Db, migrations: Migration[], options: Options) {
  const { isSoleProcess, onStep, onWait } = options
  const schemas = db.collection<SchemaRecord>('schema')
  const newest = migrations.length
  const first = { version: (await isEmpty(db)) ? newest : 0, lockedUntil: new Date(0) }
  await schemas.updateOne({ _id: 'schema' }, { $setOnInsert: first }, { upsert: true })
  // A killed process may have left its lock.
  if (isSoleProcess)
    await schemas.updateOne({ _id: 'schema' }, { $set: { lockedUntil: new Date(0) } })
  let isWaiting = false
  while (true) {
    const { version, lockedUntil } = (await schemas.findOne({ _id: 'schema' })) ?? first
    if (version > newest)
      throw new StartError(
        `The data is of a newer version of this program (${version}; this one knows ${newest}). Start that one.`,
      )
    const next = migrations[version]
    // Where no step is left, a newer version holds the lock.
    if (!next && lockedUntil <= new Date()) return
    await waitForEarlierVersions(options)
    const free = { _id: 'schema', version, lockedUntil: { $lte: new Date() } } as const
    if (next && (await schemas.findOneAndUpdate(free, lock()))) {
      await whileLocked(schemas, async () => {
        // One may have started just before this process took the lock.
        await waitForEarlierVersions(options)
        await next.up(db)
      })
      await schemas.updateOne(
        { _id: 'schema', version },
        { $set: { version: version + 1, lockedUntil: new Date(0) } },
      )
      onStep(next.name)
      continue
    }
    if (!isWaiting)
      onWait('Another process is migrating the data. This one waits until it has finished.')
    isWaiting = true
    await sleep(retryInterval)
  }
}

/** Whether a database has no collections but the one of the running processes. */
async function isEmpty(db: Db): Promise<boolean> {
  const collections = await db.listCollections({}, { nameOnly: true }).toArray()
  return collections.every(({ name }) => name === instancesName)
}

const lock = () => ({ $set: { lockedUntil: new Date(Date.now() + lockDuration) } })

/** Runs a step and renews the lock meanwhile. */
async function whileLocked(schemas: Collection<SchemaRecord>, run: () => Promise<void>) {
  let renewal: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    // A renewal that fails is repeated.
    renewal = schemas.updateOne({ _id: 'schema' }, lock()).catch(() => undefined)
  }, renewInterval)
  try {
    await run()
  } finally {
    clearInterval(timer)
    await renewal
  }
}

/** Waits until no process of an earlier version is running.
 * @throws StartError if one is still running after `stopTimeout`; by default the lease of a killed one has expired then */
async function waitForEarlierVersions(options: Options) {
  const { isEarlierRunning, onWait, stopTimeout = leaseLife } = options
  if (!(await isEarlierRunning())) return
  onWait(
    'A process of an earlier version is using this database. This one waits until it has stopped.',
  )
  const end = Date.now() + stopTimeout + retryInterval
  while (await isEarlierRunning()) {
    if (Date.now() > end)
      throw new StartError(
        'A process of an earlier version is using this database, and it could not read migrated data. Nothing was migrated. Stop all processes of that version, and then start this one.',
      )
    await sleep(retryInterval)
  }
}

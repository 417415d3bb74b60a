import type { Db } from 'mongodb'
import { StartError } from '../process/start-error'

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

/** Milliseconds. */
const lockDuration = 60_000
/** Milliseconds. */
const retryInterval = 200

/** Applies the pending migrations in order. When several processes start at once, one migrates and the others wait.
 * @param report called with the name of each applied migration
 * @throws StartError when the data was written by a newer version of this program */
export async function migrate(db: Db, migrations: Migration[], report: (step: string) => void) {
  const schemas = db.collection<SchemaRecord>('schema')
  await schemas.updateOne(
    { _id: 'schema' },
    { $setOnInsert: { version: 0, lockedUntil: new Date(0) } },
    { upsert: true },
  )
  while (true) {
    const schema = await schemas.findOne({ _id: 'schema' })
    const version = schema?.version ?? 0
    if (version > migrations.length)
      throw new StartError(
        `The data is of a newer version of this program (${version}; this one knows ${migrations.length}). Start that one.`,
      )
    const next = migrations[version]
    if (!next) return
    const locked = await schemas.findOneAndUpdate(
      { _id: 'schema', version, lockedUntil: { $lte: new Date() } },
      { $set: { lockedUntil: new Date(Date.now() + lockDuration) } },
    )
    if (locked) {
      await next.up(db)
      await schemas.updateOne(
        { _id: 'schema', version },
        { $set: { version: version + 1, lockedUntil: new Date(0) } },
      )
      report(next.name)
    } else await new Promise((resolve) => setTimeout(resolve, retryInterval))
  }
}

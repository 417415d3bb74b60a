import type { Db } from 'mongodb'
import { StartError } from '../process/start-error'

/** A step from one layout of the data to the next; run again after a crash, it must do no harm. */
export interface Migration {
  /** What it brings, for the log. */
  name: string
  up: (db: Db) => Promise<void>
}

interface SchemaRecord {
  _id: 'schema'
  /** How many migrations the data has been through. */
  version: number
  /** Until when one process is migrating. */
  lockedUntil: Date
}

const lockLife = 60_000
const lookAgainAfter = 200

/** Brings the data to the layout that the program knows, one step after the other. Of processes that start at
 * once one does it, and the others wait.
 * @param say told of each step
 * @throws StartError when the data is of a newer program. */
export async function migrate(db: Db, migrations: Migration[], say: (step: string) => void) {
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
      { $set: { lockedUntil: new Date(Date.now() + lockLife) } },
    )
    if (locked) {
      await next.up(db)
      await schemas.updateOne(
        { _id: 'schema', version },
        { $set: { version: version + 1, lockedUntil: new Date(0) } },
      )
      say(next.name)
    } else await new Promise((resolve) => setTimeout(resolve, lookAgainAfter))
  }
}

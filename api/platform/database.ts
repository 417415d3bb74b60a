import { type Db, MongoClient, MongoServerError } from 'mongodb'

export interface Database {
  db: Db
  /** Whether the server answers a ping within a time (milliseconds). */
  answersWithin(timeout: number): Promise<boolean>
  close(): Promise<void>
}

/** Connects to MongoDB; every write is acknowledged by a majority and journalled.
 * @param uri may name a database; without one it is `band`.
 * @throws when no server answers within 10 seconds. */
export async function openDatabase(uri: string): Promise<Database> {
  const client = new MongoClient(uri, {
    writeConcern: { w: 'majority', journal: true },
    serverSelectionTimeoutMS: 10_000,
    appName: 'cover-band',
    ignoreUndefined: true,
  })
  await client.connect()
  const db = client.db(new URL(uri).pathname.length > 1 ? undefined : 'band')
  return {
    db,
    async answersWithin(timeout) {
      try {
        await db.command({ ping: 1 }, { timeoutMS: timeout })
        return true
      } catch {
        return false
      }
    },
    close: () => client.close(),
  }
}

/** Whether a write was refused because a unique index holds such a value already. */
export const isDuplicateKey = (error: unknown) =>
  error instanceof MongoServerError && error.code === 11_000

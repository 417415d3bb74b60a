import {
  type Db,
  MongoClient,
  MongoError,
  MongoServerError,
  MongoServerSelectionError,
} from 'mongodb'

export interface Database {
  db: Db
  /** Whether the server answers a ping within a time (milliseconds). */
  answersWithin(timeout: number): Promise<boolean>
  /** Whether there was a server to write to when the driver last looked, which it does every second. */
  isInReach(): boolean
  close(): Promise<void>
}

const startPatience = 10_000
// Not by URL: a replica set's URI names several hosts.
const namesDatabase = /^mongodb(\+srv)?:\/\/[^/?]+\/[^/?]+/

/** Connects to MongoDB; every write is acknowledged by a majority and journalled.
 * @param uri may name a database; without one it is `band`.
 * @throws when no server answers within 10 seconds. */
export async function openDatabase(uri: string): Promise<Database> {
  const client = new MongoClient(uri, {
    writeConcern: { w: 'majority', journal: true },
    // Whoever writes while the database is away, or hangs, is told so within 5 seconds: it is looked at every
    // second, an answer may take two, and then all that waits for it fails at once, looks for another server
    // and gives up. The driver has no bound for an operation as a whole (its `timeoutMS` has no effect), and one
    // for sockets would cut backups and change streams.
    serverMonitoringMode: 'poll',
    heartbeatFrequencyMS: 1_000,
    connectTimeoutMS: 2_000,
    serverSelectionTimeoutMS: 1_500,
    appName: 'cover-band',
    ignoreUndefined: true,
  })
  let isInReach = true
  client.on('topologyDescriptionChanged', ({ newDescription: { servers } }) => {
    isInReach = [...servers.values()].some((server) => server.isWritable)
  })
  await connect(client)
  const db = client.db(namesDatabase.test(uri) ? undefined : 'band')
  return {
    db,
    async answersWithin(timeout) {
      const late = new Promise<false>((resolve) => setTimeout(resolve, timeout, false))
      const answered = db.command({ ping: 1 }).then(
        () => true,
        () => false,
      )
      return Promise.race([answered, late])
    },
    isInReach: () => isInReach,
    close: () => client.close(),
  }
}

async function connect(client: MongoClient) {
  const deadline = Date.now() + startPatience
  while (true) {
    try {
      return await client.connect()
    } catch (error) {
      const isWorthWaiting = error instanceof MongoServerSelectionError && Date.now() < deadline
      if (!isWorthWaiting) throw error
    }
  }
}

/** Whether the server could not be reached, or is on its way out, rather than refused something. */
export const isUnavailable = (error: unknown) =>
  error instanceof MongoServerSelectionError ||
  (error instanceof MongoError &&
    (error.hasErrorLabel('RetryableWriteError') ||
      /Network|PoolCleared|Topology|NotConnected|Timeout/.test(error.name)))

/** Whether a write was refused because a unique index holds such a value already. */
export const isDuplicateKey = (error: unknown) =>
  error instanceof MongoServerError && error.code === 11_000

import {
  type Db,
  MongoBulkWriteError,
  MongoClient,
  MongoError,
  MongoServerError,
  MongoServerSelectionError,
  MongoWriteConcernError,
} from 'mongodb'

export interface Database {
  db: Db
  /** Whether any member responds to a ping before a timeout (milliseconds). A secondary is enough, because pages and lists are
   * served without a primary. */
  respondsWithin(timeout: number): Promise<boolean>
  /** Whether a writable server was found at the driver's last check; it checks every second. */
  isReachable(): boolean
  close(): Promise<void>
}

const startTimeout = 10_000
/** Reads from a secondary while there is no primary. */
export const anyMember = { readPreference: 'primaryPreferred' } as const
// `URL` cannot parse the URI of a replica set, which has several hosts.
const namesDatabase = /^mongodb(\+srv)?:\/\/[^/?]+\/[^/?]+/

/** Connects to MongoDB with write concern majority and journal.
 * @param uri may include a database name; the default is `band`
 * @throws when no server responds within 10 seconds */
export async function openDatabase(uri: string): Promise<Database> {
  const client = new MongoClient(uri, {
    // The timeout ends a write that a majority of a replica set does not confirm, so that a request fails within five seconds.
    // The write may be stored all the same.
    writeConcern: { w: 'majority', journal: true, wtimeoutMS: 3_500 },
    // With these timeouts a write fails within 5 seconds when the database is down or hangs: the driver checks the
    // server every second and waits at most 2 seconds for the response; then pending operations fail, and selecting
    // another server takes at most 1.5 seconds. The driver has no timeout for a whole operation (its `timeoutMS`
    // has no effect), and a socket timeout would interrupt backups.
    serverMonitoringMode: 'poll',
    heartbeatFrequencyMS: 1_000,
    connectTimeoutMS: 2_000,
    serverSelectionTimeoutMS: 1_500,
    appName: 'cover-band',
    ignoreUndefined: true,
  })
  let isReachable = true
  client.on('topologyDescriptionChanged', ({ newDescription: { servers } }) => {
    isReachable = [...servers.values()].some((server) => server.isWritable)
  })
  await connect(client)
  const db = client.db(namesDatabase.test(uri) ? undefined : 'band')
  return {
    db,
    async respondsWithin(timeout) {
      const timedOut = new Promise<false>((resolve) => setTimeout(resolve, timeout, false))
      const responded = db.command({ ping: 1 }, anyMember).then(
        () => true,
        () => false,
      )
      return Promise.race([responded, timedOut])
    },
    isReachable: () => isReachable,
    close: () => client.close(),
  }
}

async function connect(client: MongoClient) {
  const deadline = Date.now() + startTimeout
  while (true) {
    try {
      return await client.connect()
    } catch (error) {
      const isWorthWaiting = error instanceof MongoServerSelectionError && Date.now() < deadline
      if (!isWorthWaiting) throw error
    }
  }
}

/** Codes of MongoDB's `error_codes.yml`: a server that steps down or shuts down, or a write that no majority has confirmed in time. */
const unavailableCodes = new Set([64, 91, 189, 10_107, 11_600, 11_602, 13_435, 13_436])

/** Whether an error means that the server is unreachable or shutting down, or has no majority, rather than that it refused
 * an operation. A write may have been stored. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof MongoServerSelectionError ||
  error instanceof MongoWriteConcernError ||
  // The error of a bulk write keeps the code of the server's error, but not its labels.
  (error instanceof MongoServerError && unavailableCodes.has(Number(error.code))) ||
  (error instanceof MongoBulkWriteError && isUnavailable(error.errorResponse)) ||
  (error instanceof MongoError &&
    (error.hasErrorLabel('RetryableWriteError') ||
      /Network|PoolCleared|Topology|NotConnected|Timeout/.test(error.name)))

/** Whether a write was refused because its value already exists in a unique index.
 * @param field the field of the index; undefined for any */
export const isDuplicateKey = (error: unknown, field?: string) =>
  error instanceof MongoServerError &&
  error.code === 11_000 &&
  (field === undefined || Object.keys(error['keyPattern'] ?? {}).includes(field))

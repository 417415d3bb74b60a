import { StartError } from '../process/start-error'
import { claimDataDirectory } from './data-directory'
import { type Database, isUnavailable, openDatabase } from './database'
import { keepDiskBallast } from './disk-ballast'
import { keepAlive, runningMongod, startMongod } from './embedded-mongod'
import { chooseAccess } from './mongod-access'
import { findMongod } from './mongod-binary'
import { adoptVersion, endOfLifeWarning, recordedVersion, versionOf } from './mongod-version'

export interface Mongo {
  database: Database
  uri: string
  /** Whether this process started the server. */
  isEmbedded: boolean
  /** A warning for the operator, such as a MongoDB version without security fixes. */
  warning?: string
  /** Closes the connection and stops the embedded server. */
  close(): Promise<void>
}

/** Where a site stores its data: in an external MongoDB, or in a data directory. */
interface MongoLocation {
  mongodbUri: string | undefined
  dataDirectory: string
  mongodBinary: string | undefined
  /** Bytes of the disk that must stay free. */
  diskReserve: number
}

interface EmbeddedOptions extends Omit<MongoLocation, 'mongodbUri'> {
  /** Called with progress messages. */
  report: (line: string) => void
  /** The site's own port, which MongoDB must not use. */
  reservedPort?: number
  /** Gives the start up. */
  signal?: AbortSignal | undefined
}

/** The options may contain passwords, too. */
const withoutCredentials = (uri: string) => uri.replace(/\/\/.*@/, '//…@').replace(/\?.*/, '?…')

/** Connects to an external MongoDB.
 * @throws StartError when no server responds, or the URI is invalid */
export async function openExternalMongo(uri: string): Promise<Mongo> {
  const database = await openDatabase(uri).catch((error: Error) => {
    throw new StartError(
      isUnavailable(error)
        ? 'No MongoDB answers at MONGODB_URI within 10 seconds. Is it running, and may this machine reach it?'
        : `MONGODB_URI=${JSON.stringify(withoutCredentials(uri))} can't be used (${error.message}): it must be the address of a MongoDB, such as mongodb://user:password@host:27017/band.`,
    )
  })
  return { database, uri, isEmbedded: false, close: () => database.close() }
}

/** Starts a MongoDB on a data directory and locks the directory for this process. Without `mongodBinary`, mongod is
 * searched for and, if necessary, downloaded.
 * @throws StartError when the directory is in use, or no mongod can be found or downloaded */
export async function openEmbeddedMongo(options: EmbeddedOptions): Promise<Mongo> {
  const { dataDirectory: directory, report, reservedPort, diskReserve, signal } = options
  await using opened = new AsyncDisposableStack()
  opened.defer(claimDataDirectory(directory))
  const ballast = keepDiskBallast({ directory, reserve: diskReserve, report })
  opened.defer(ballast.stop)
  await ballast.relieve()
  const before = recordedVersion(directory)
  const binary = await findMongod(options.mongodBinary, report, before)
  const version = versionOf(binary) ?? ''
  const access = await chooseAccess(directory, reservedPort)
  const mongod = await startMongod(binary, directory, access, { signal })
  opened.defer(keepAlive(mongod, binary, directory, report).stop)
  const database = await openDatabase(mongod.uri)
  opened.defer(database.close)
  if (version !== before) await adoptVersion(database.db, directory, version)
  const warning = endOfLifeWarning(version, new Date().toISOString().slice(0, 7))
  const kept = opened.move()
  const close = () => kept.disposeAsync()
  return { database, uri: mongod.uri, isEmbedded: true, close, ...(warning && { warning }) }
}

/** Connects to the database of a site for a command-line tool, whether the site is running or not.
 * @throws StartError for the same reasons as `openExternalMongo` and `openEmbeddedMongo` */
export async function openMongoForCommand(
  { mongodbUri, ...location }: MongoLocation,
  report: (line: string) => void,
): Promise<Mongo> {
  if (mongodbUri !== undefined) return openExternalMongo(mongodbUri)
  const uri = runningMongod(location.dataDirectory)
  if (uri === undefined) return openEmbeddedMongo({ ...location, report })
  const database = await openDatabase(uri)
  return { database, uri, isEmbedded: false, close: () => database.close() }
}

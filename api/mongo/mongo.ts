import { StartError } from '../process/start-error'
import { claimDataDirectory } from './data-directory'
import { type Database, isUnavailable, openDatabase } from './database'
import { keepAlive, runningMongod, startMongod } from './embedded-mongod'
import { chooseAccess } from './mongod-access'
import { findMongod } from './mongod-binary'

export interface Mongo {
  database: Database
  uri: string
  /** Whether this process started the server. */
  isEmbedded: boolean
  /** Closes the connection and stops the embedded server. */
  close(): Promise<void>
}

/** Where a site stores its data: in an external MongoDB, or in a data directory. */
interface MongoLocation {
  mongodbUri: string | undefined
  dataDirectory: string
  mongodBinary: string | undefined
}

/** Connects to an external MongoDB.
 * @throws StartError when no server responds, or the URI is invalid */
export async function openExternalMongo(uri: string): Promise<Mongo> {
  const database = await openDatabase(uri).catch((error: Error) => {
    throw new StartError(
      isUnavailable(error)
        ? 'No MongoDB answers at MONGODB_URI within 10 seconds. Is it running, and may this machine reach it?'
        : `MONGODB_URI can't be used: ${error.message}.`,
    )
  })
  return { database, uri, isEmbedded: false, close: () => database.close() }
}

/** Starts a MongoDB on a data directory and locks the directory for this process.
 * @param binary path of mongod; without it, mongod is searched for and, if necessary, downloaded
 * @param report called with progress messages
 * @param reservedPort the site's own port, which MongoDB must not use
 * @throws StartError when the directory is in use, or no mongod can be found or downloaded */
export async function openEmbeddedMongo(
  directory: string,
  binary: string | undefined,
  report: (line: string) => void,
  reservedPort?: number,
): Promise<Mongo> {
  const release = claimDataDirectory(directory)
  try {
    const found = await findMongod(binary, report)
    const mongod = await startMongod(found, directory, await chooseAccess(directory, reservedPort))
    const alive = keepAlive(mongod, found, directory, report)
    const database = await openDatabase(mongod.uri)
    const close = async () => {
      await database.close()
      await alive.stop()
      release()
    }
    return { database, uri: mongod.uri, isEmbedded: true, close }
  } catch (error) {
    release()
    throw error
  }
}

/** Connects to the database of a site for a command-line tool, whether the site is running or not.
 * @throws StartError for the same reasons as `openExternalMongo` and `openEmbeddedMongo` */
export async function openMongoForCommand(
  { mongodbUri, dataDirectory, mongodBinary }: MongoLocation,
  report: (line: string) => void,
): Promise<Mongo> {
  if (mongodbUri !== undefined) return openExternalMongo(mongodbUri)
  const uri = runningMongod(dataDirectory)
  if (uri === undefined) return openEmbeddedMongo(dataDirectory, mongodBinary, report)
  const database = await openDatabase(uri)
  return { database, uri, isEmbedded: false, close: () => database.close() }
}

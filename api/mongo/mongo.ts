import { StartError } from '../process/start-error'
import { claimDataDirectory } from './data-directory'
import { type Database, isUnavailable, openDatabase } from './database'
import { keepAlive, runningMongod, startMongod } from './embedded-mongod'
import { chooseAccess } from './mongod-access'
import { findMongod } from './mongod-binary'

export interface Mongo {
  database: Database
  uri: string
  /** Whether no other process can be using it. */
  isEmbedded: boolean
  /** Closes the connection, and ends the embedded server. */
  close(): Promise<void>
}

/** Where a site keeps its data: at a MongoDB elsewhere, or in a folder of its own. */
interface MongoPlace {
  mongodbUri: string | undefined
  dataDirectory: string
  mongodBinary: string | undefined
}

/** Connects to a MongoDB that runs elsewhere.
 * @throws StartError when none answers, or the URI is not one that it could answer to. */
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

/** Starts a MongoDB on a data directory, which it claims for this process alone.
 * @param binary the mongod to use; without one it is found or brought
 * @param say told what takes long
 * @param sparedPort the site's own, which it will listen on only later
 * @throws StartError when the directory is in use, or there is no mongod to be had. */
export async function openEmbeddedMongo(
  directory: string,
  binary: string | undefined,
  say: (line: string) => void,
  sparedPort?: number,
): Promise<Mongo> {
  const release = claimDataDirectory(directory)
  try {
    const found = await findMongod(binary, say)
    const mongod = await startMongod(found, directory, await chooseAccess(directory, sparedPort))
    const alive = keepAlive(mongod, found, directory, say)
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

/** Connects to the database of a site, whether the site runs or not: for commands beside it.
 * @throws StartError as the others do. */
export async function openMongoBeside(
  { mongodbUri, dataDirectory, mongodBinary }: MongoPlace,
  say: (line: string) => void,
): Promise<Mongo> {
  if (mongodbUri !== undefined) return openExternalMongo(mongodbUri)
  const uri = runningMongod(dataDirectory)
  if (uri === undefined) return openEmbeddedMongo(dataDirectory, mongodBinary, say)
  const database = await openDatabase(uri)
  return { database, uri, isEmbedded: false, close: () => database.close() }
}

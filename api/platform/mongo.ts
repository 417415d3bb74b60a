import { claimDataDirectory } from './data-directory'
import { type Database, isAway, openDatabase } from './database'
import { startMongod } from './embedded-mongod'
import { findMongod } from './mongod-binary'
import { StartError } from './start-error'

export interface Mongo {
  database: Database
  uri: string
  /** Whether no other process can be using it. */
  isEmbedded: boolean
  /** Closes the connection, and ends the embedded server. */
  close(): Promise<void>
}

/** Connects to a MongoDB that runs elsewhere.
 * @throws StartError when none answers, or the URI is not one that it could answer to. */
export async function openExternalMongo(uri: string): Promise<Mongo> {
  const database = await openDatabase(uri).catch((error: Error) => {
    throw new StartError(
      isAway(error)
        ? 'No MongoDB answers at MONGODB_URI within 10 seconds. Is it running, and may this machine reach it?'
        : `MONGODB_URI can't be used: ${error.message}.`,
    )
  })
  return { database, uri, isEmbedded: false, close: () => database.close() }
}

/** Starts a MongoDB on a data directory, which it claims for this process alone.
 * @param binary the mongod to use; without one it is found or brought
 * @param say told what takes long
 * @throws StartError when the directory is in use, or there is no mongod to be had. */
export async function openEmbeddedMongo(
  directory: string,
  binary: string | undefined,
  say: (line: string) => void,
): Promise<Mongo> {
  const release = claimDataDirectory(directory)
  try {
    const mongod = await startMongod(await findMongod(binary, say), directory)
    const database = await openDatabase(mongod.uri)
    const close = async () => {
      await database.close()
      await mongod.stop()
      release()
    }
    return { database, uri: mongod.uri, isEmbedded: true, close }
  } catch (error) {
    release()
    throw error
  }
}

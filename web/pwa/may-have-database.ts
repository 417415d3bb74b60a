import { databaseName } from './kept'

/** Whether this browser has the database in which page and worker remember things. A first visit has none, and needs
 * nothing of what works on it. Where it can't be asked, there may be one. */
export async function mayHaveDatabase(): Promise<boolean> {
  try {
    const databases = await indexedDB.databases()
    return databases.some(({ name }) => name === databaseName)
  } catch {
    return 'indexedDB' in globalThis
  }
}

import { databaseName } from './names'

/** Whether this browser has the database that page and worker share. Without it, the code that uses it need not be
 * loaded. If the browser has IndexedDB but can't list its databases, assumes that it exists. */
export async function mayHaveDatabase(): Promise<boolean> {
  try {
    const databases = await indexedDB.databases()
    return databases.some(({ name }) => name === databaseName)
  } catch {
    return 'indexedDB' in globalThis
  }
}

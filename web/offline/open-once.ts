import { type DBSchema, type IDBPDatabase, type OpenDBCallbacks, openDB } from 'idb'

/** Makes the function that opens a database (IndexedDB) once, and again after it was closed.
 * @param upgrade creates the object stores
 * @param prepare runs before the database is used
 * @returns a function that resolves to undefined if the browser denies storage */
export function openOnce<Schema extends DBSchema>(
  name: string,
  upgrade: NonNullable<OpenDBCallbacks<Schema>['upgrade']>,
  prepare: (db: IDBPDatabase<Schema>) => Promise<void> = async () => {},
): () => Promise<IDBPDatabase<Schema> | undefined> {
  let database: Promise<IDBPDatabase<Schema> | undefined> | undefined
  const forget = () => {
    database = undefined
  }

  async function open() {
    try {
      const db = await openDB<Schema>(name, 1, {
        upgrade,
        // Logging out deletes the database, which waits for open connections.
        blocking(_, __, event) {
          forget()
          ;(event.target as IDBDatabase).close()
        },
        terminated: forget,
      })
      await prepare(db)
      return db
    } catch (error) {
      console.debug(`The browser does not open ${name}:`, error)
      return undefined
    }
  }

  return () => (database ??= open())
}

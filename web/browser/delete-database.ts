/** Deletes an IndexedDB database. Where the browser denies storage, there is none. */
export function deleteDatabase(name: string): void {
  try {
    indexedDB.deleteDatabase(name)
  } catch {
    // Denied.
  }
}

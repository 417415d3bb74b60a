import type { EnquiryBody } from '../../api/contract/enquiries'
import { databaseName } from './names'
import type { EntryState } from './outbox-flush'

/** An enquiry in the outbox. */
export interface OutboxEntry extends EnquiryBody, EntryState {
  /** The address to post to. */
  to: string
  /** The reference of a sent enquiry. */
  reference?: string
}

/** `outbox`: the entries of a queue, by their keys. `plays`: when a track was last played, in milliseconds since 1970, by its
 * path. */
type StoreName = 'outbox' | 'plays'

/** The result of a request to IndexedDB. */
export const resultOf = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

function open(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1)
  request.onupgradeneeded = () => {
    request.result.createObjectStore('outbox', { keyPath: 'key' })
    request.result.createObjectStore('plays')
  }
  return resultOf(request)
}

/** Runs `work` on an object store in one transaction. `work` may await only requests of this store, because IndexedDB commits an
 * idle transaction. Page and worker share this module; the library `idb` would enlarge the worker by a tenth.
 * @param name the name of the database
 * @throws if the browser denies storage, for example in some private windows */
export async function inStore<Result>(
  store: StoreName,
  work: (store: IDBObjectStore) => Promise<Result>,
  name: string = databaseName,
): Promise<Result> {
  const db = await open(name)
  try {
    const transaction = db.transaction(store, 'readwrite')
    const done = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve
      transaction.onabort = () => reject(transaction.error)
    })
    const [result] = await Promise.all([work(transaction.objectStore(store)), done])
    return result
  } finally {
    db.close()
  }
}

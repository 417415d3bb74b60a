import type { Logger } from '../process/log'
import {
  type CachedCollection,
  type CollectionOptions,
  createCachedCollection,
  type Stored,
} from './cached-collection'
import type { ChangeWatch } from './change-watch'

export type CachedCollections = ReturnType<typeof createCachedCollections>

/** All collections that are held in memory.
 * @param changes notify about writes by other processes */
export function createCachedCollections(changes: ChangeWatch, log: Logger) {
  const opened: Pick<CachedCollection<Stored>, 'publicVersion' | 'refresh' | 'stop'>[] = []
  return {
    /** Reads a collection into memory and keeps it current.
     * @param name for the log */
    async open<Kind extends Stored>(name: string, options: CollectionOptions<Kind>) {
      const collection = await createCachedCollection({
        ...options,
        changes,
        onError: (err) =>
          log.error({ err, collection: name }, 'a collection could not be read again'),
      })
      opened.push(collection)
      return collection
    },
    /** Changes whenever the public view of a record of any of them changes. */
    publicVersion: () => opened.reduce((sum, { publicVersion }) => sum + publicVersion(), 0),
    /** Reads all of them again. */
    refresh: () => Promise.all(opened.map(({ refresh }) => refresh())),
    stop() {
      changes.stop()
      for (const { stop } of opened) stop()
    },
  }
}

import type { Logger } from '../process/log'
import {
  type CachedCollection,
  type CollectionOptions,
  createCachedCollection,
  type Stored,
} from './cached-collection'
import type { ChangeWatch } from './change-watch'

/** All collections that are held in memory. */
export interface CachedCollections {
  /** Reads a collection into memory and keeps it current.
   * @param name for the log */
  open<Kind extends Stored>(
    name: string,
    options: CollectionOptions<Kind>,
  ): Promise<CachedCollection<Kind>>
  /** Changes whenever the public view of a record of any of them changes. */
  publicVersion(): number
  /** Reads all of them again. */
  refresh(): Promise<unknown>
  stop(): void
}

/** @param changes notify about writes by other processes */
export function createCachedCollections(changes: ChangeWatch, log: Logger): CachedCollections {
  const opened: Pick<CachedCollection<Stored>, 'publicVersion' | 'refresh' | 'stop'>[] = []
  return {
    async open(name, options) {
      const collection = await createCachedCollection({
        ...options,
        changes,
        onError: (err) =>
          log.error({ err, collection: name }, 'a collection could not be read again'),
      })
      opened.push(collection)
      return collection
    },
    publicVersion: () => opened.reduce((sum, { publicVersion }) => sum + publicVersion(), 0),
    refresh: () => Promise.all(opened.map(({ refresh }) => refresh())),
    stop() {
      changes.stop()
      for (const { stop } of opened) stop()
    },
  }
}

import type { Db, ObjectId } from 'mongodb'
import { type CachedCollection, createCachedCollection } from '../mongo/cached-collection'
import type { ChangeWatch } from '../mongo/change-watch'
import { compareIds } from '../mongo/object-id'

/** The slugs of a deleted public show. */
export interface RemovedShow {
  _id: ObjectId
  slugs: string[]
  removedAt: Date
}

interface Dependencies {
  db: Db
  changes: ChangeWatch
  onError: (error: unknown) => void
}

export const removedShowsName = 'removedShows'

/** The slugs of deleted shows; their pages respond with 410 Gone. */
export async function openRemovedShows({ db, changes, onError }: Dependencies) {
  const collection = db.collection<RemovedShow>(removedShowsName)
  const removed: CachedCollection<RemovedShow> = await createCachedCollection({
    read: () => collection.find().toArray(),
    compare: (one, other) => compareIds(one._id, other._id),
    changes,
    onError,
  })
  return {
    /** Whether a slug belonged to a show that was deleted. */
    has: (slug: string) => removed.items().some(({ slugs }) => slugs.includes(slug)),
    version: removed.version,
    /** Must be called before the show is deleted, so that a crash in between loses nothing. */
    add: (_id: ObjectId, slugs: string[]) =>
      removed.write(async ({ put }) => {
        const removedAt = new Date()
        await collection.updateOne({ _id }, { $set: { slugs, removedAt } }, { upsert: true })
        put({ _id, slugs, removedAt })
      }),
    stop: removed.stop,
  }
}

import type { Db, ObjectId } from 'mongodb'
import type { CachedCollections } from '../mongo/cached-collections'
import type { PendingNews } from './show-news'

/** The slugs of a deleted show that was public, and its news until they are announced. */
export interface RemovedShow {
  _id: ObjectId
  slugs: string[]
  removedAt: Date
  /** Empty or absent when nothing is left to announce. */
  news?: PendingNews[]
}

/** The slugs of deleted shows; their pages respond with 410 Gone. */
export async function openRemovedShows(db: Db, collections: CachedCollections) {
  const collection = db.collection<RemovedShow>('removedShows')
  const removed = await collections.open<RemovedShow>('removedShows', {
    read: () => collection.find().toArray(),
    // No page lists them.
    publicView: () => undefined,
  })
  return {
    /** Whether a slug belonged to a show that was deleted. */
    has: (slug: string) => removed.items().some(({ slugs }) => slugs.includes(slug)),
    /** Must be called before the shows are deleted, so that a crash in between loses nothing. */
    add: (...shows: Omit<RemovedShow, 'removedAt'>[]) =>
      removed.write(async ({ put }) => {
        if (shows.length === 0) return
        const removedAt = new Date()
        const updates = shows.map(({ _id, ...fields }) => ({
          updateOne: { filter: { _id }, update: { $set: { ...fields, removedAt } }, upsert: true },
        }))
        await collection.bulkWrite(updates)
        for (const show of shows) put({ ...show, removedAt })
      }),
    /** Forgets a show that was restored. */
    remove: (_id: ObjectId) =>
      removed.write(async ({ remove }) => {
        await collection.deleteOne({ _id })
        remove(_id)
      }),
    items: removed.items,
    clearNews: (_id: ObjectId) =>
      removed.write(async ({ put }) => {
        const cleared = await collection.findOneAndUpdate(
          { _id },
          { $unset: { news: '' } },
          { returnDocument: 'after' },
        )
        if (cleared) put(cleared)
      }),
  }
}

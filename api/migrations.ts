import type { Migration } from './mongo/migrations'
import { freeSlug, slugOf } from './shows/show-slug'

/** All migrations, oldest first. A released migration is never changed; new ones are added at the end. */
export const migrations: Migration[] = [
  {
    name: 'enquiries say whether they are spam, and whether they were mailed',
    async up(db) {
      await db
        .collection('enquiries')
        .updateMany({ isSpam: { $exists: false } }, { $set: { isSpam: false, mail: 'off' } })
    },
  },
  {
    name: 'shows and tracks have a version that rises with each write',
    async up(db) {
      const version = { $add: [{ $ifNull: ['$revision', 0] }, 1] }
      for (const name of ['shows', 'music'])
        await db
          .collection(name)
          .updateMany({ version: { $exists: false } }, [
            { $set: { version } },
            { $unset: 'revision' },
          ])
    },
  },
  {
    name: 'enquiries say whether they came in a flood, and name the key that they came with',
    async up(db) {
      const enquiries = db.collection('enquiries')
      await enquiries.updateMany({ isUnsure: { $exists: false } }, { $set: { isUnsure: false } })
      await enquiries.updateMany({ key: { $exists: true } }, { $rename: { key: 'idempotencyKey' } })
      // The enquiries themselves contain the older keys, so these receipts are not needed.
      await db.dropCollection('enquiryReceipts').catch(() => undefined)
      const indexes = await enquiries.indexes().catch(() => [])
      if (indexes.some(({ name }) => name === 'key_1')) await enquiries.dropIndex('key_1')
    },
  },
  {
    name: 'shows have the addresses of their pages',
    async up(db) {
      const shows = db.collection('shows')
      const taken = new Set<string>(await shows.distinct('slugs'))
      for await (const { _id, date, venue, city } of shows
        .find({ slugs: { $exists: false } })
        .sort({ _id: 1 })) {
        const slug = freeSlug(slugOf({ date, venue, city }), taken)
        taken.add(slug)
        await shows.updateOne({ _id }, { $set: { slugs: [slug] } })
      }
    },
  },
]

import type { Migration } from './platform/migrations'

/** Every layout that the data has had, oldest first. What was released is never changed, only followed. */
export const migrations: Migration[] = [
  {
    name: 'enquiries say whether they are spam, and whether they were mailed',
    async up(db) {
      await db
        .collection('enquiries')
        .updateMany({ isSpam: { $exists: false } }, { $set: { isSpam: false, mail: 'off' } })
    },
  },
]

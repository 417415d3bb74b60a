import type { Db, ObjectId } from 'mongodb'
import { pickFields } from '../contract/record'
import { type AdminShow, type Show, ShowBody } from '../contract/shows'
import { notFound } from '../http/problem'
import { compareIds } from '../mongo/object-id'
import { createKeyIndex, insertOnce, type Keyed } from '../mongo/receipts'
import { changeVersion, type Versioned, withoutEmptyTexts, withVersion } from '../mongo/versions'

export interface ShowRecord extends ShowBody, Versioned, Keyed {
  _id: ObjectId
  updatedAt: Date
}

export const toShow = (record: ShowRecord): Show => ({
  _id: record._id.toHexString(),
  ...pickFields(ShowBody, record),
})

export const toAdminShow = (record: ShowRecord): AdminShow => ({
  ...toShow(record),
  version: record.version,
})

/** By date ascending; shows of one day in the order in which they were added. */
export function compareShows(one: ShowRecord, other: ShowRecord): number {
  if (one.date !== other.date) return one.date < other.date ? -1 : 1
  return compareIds(one._id, other._id)
}

/** The band's shows in MongoDB. */
export async function openShowRepository(db: Db) {
  const shows = db.collection<Omit<ShowRecord, '_id'>>('shows')
  await shows.createIndex({ date: 1, _id: 1 })
  await createKeyIndex(shows)

  return {
    list: (): Promise<ShowRecord[]> => shows.find().map(withVersion).toArray(),

    /** @param key the Idempotency-Key: a second show with the same key is not stored */
    async add(body: ShowBody, key?: string): Promise<ShowRecord> {
      const record = { ...withoutEmptyTexts(body), version: 1, updatedAt: new Date() }
      return (await insertOnce(shows, record, key)).record
    },

    /** @param versions one of them must be stored; undefined for any
     * @throws Problem 404 when there is no such show, 412 when another version is stored */
    async change(_id: ObjectId, body: ShowBody, versions?: number[]): Promise<ShowRecord> {
      const changes = { ...body, updatedAt: new Date() }
      return (await changeVersion(shows, _id, versions, changes, toAdminShow)).after
    },

    /** @throws Problem 404 when there is no such show */
    async remove(_id: ObjectId): Promise<void> {
      const { deletedCount } = await shows.deleteOne({ _id })
      if (deletedCount === 0) throw notFound()
    },
  }
}

import type { Db, ObjectId } from 'mongodb'
import type { Show, ShowBody } from '../contract/shows'
import { isOlder } from '../platform/object-id'
import { notFound } from '../platform/problem'

export interface ShowRecord extends ShowBody {
  _id: ObjectId
  /** How often it was changed since it was added: SEQUENCE in calendars (RFC 5545, 3.8.7.4). */
  revision: number
  updatedAt: Date
}

export type ShowStore = Awaited<ReturnType<typeof openShowStore>>

export const toShow = ({ _id, date, venue, city }: ShowRecord): Show => ({
  _id: _id.toHexString(),
  date,
  venue,
  city,
})

/** By date ascending; shows of one day in the order in which they were added. */
export const isShowBefore = (one: ShowRecord, other: ShowRecord) =>
  one.date === other.date ? isOlder(one._id, other._id) : one.date < other.date

/** The band's shows in MongoDB, with the index that their order needs. */
export async function openShowStore(db: Db) {
  const shows = db.collection<Omit<ShowRecord, '_id'>>('shows')
  await shows.createIndex({ date: 1, _id: 1 })

  return {
    /** In the order of `isShowBefore`. */
    list: (): Promise<ShowRecord[]> => shows.find().sort({ date: 1, _id: 1 }).toArray(),

    async add(body: ShowBody): Promise<ShowRecord> {
      const record = { ...body, revision: 0, updatedAt: new Date() }
      const { insertedId } = await shows.insertOne(record)
      return { _id: insertedId, ...record }
    },

    /** @throws Problem 404 when there is no such show. */
    async change(_id: ObjectId, body: ShowBody): Promise<ShowRecord> {
      const changed = await shows.findOneAndUpdate(
        { _id },
        { $set: { ...body, updatedAt: new Date() }, $inc: { revision: 1 } },
        { returnDocument: 'after' },
      )
      if (!changed) throw notFound()
      return changed
    },

    /** @throws Problem 404 when there is no such show. */
    async remove(_id: ObjectId): Promise<void> {
      const { deletedCount } = await shows.deleteOne({ _id })
      if (deletedCount === 0) throw notFound()
    },
  }
}

import type { Db, ObjectId } from 'mongodb'
import type { Login } from '../contract/admin'

interface LoginRecord {
  _id: ObjectId
  at: Date
  address: string
  device: string
}

const listed = 20
const forgottenAfter = 90 * 24 * 60 * 60
const longestDevice = 300

export type LoginStore = Awaited<ReturnType<typeof openLoginStore>>

/** When and from where the administrator has logged in, for 90 days. */
export async function openLoginStore(db: Db) {
  const logins = db.collection<Omit<LoginRecord, '_id'>>('logins')
  await logins.createIndex({ at: 1 }, { expireAfterSeconds: forgottenAfter })

  return {
    /** @param device what the browser calls itself */
    async add(address: string, device: string): Promise<void> {
      await logins.insertOne({ at: new Date(), address, device: device.slice(0, longestDevice) })
    },

    /** The last ones, newest first. */
    async list(): Promise<Login[]> {
      const records = await logins.find().sort({ at: -1 }).limit(listed).toArray()
      return records.map(({ at, address, device }) => ({ at: at.toISOString(), address, device }))
    },
  }
}

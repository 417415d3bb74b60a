import type { Db, ObjectId } from 'mongodb'
import type { Login } from '../contract/admin'
import { networkOf } from '../http/client-address'

interface LoginRecord {
  _id: ObjectId
  at: Date
  address: string
  /** What limits count the address by. */
  network?: string
  device: string
}

const listed = 20
const forgottenAfter = 90 * 24 * 60 * 60
const longestDevice = 300

/** When and from where the administrator has logged in, for 90 days. */
export async function openLoginRepository(db: Db) {
  const logins = db.collection<Omit<LoginRecord, '_id'>>('logins')
  await logins.createIndex({ network: 1 })
  await logins.createIndex({ at: 1 }, { expireAfterSeconds: forgottenAfter })

  return {
    /** @param device what the browser calls itself */
    async add(address: string, device: string): Promise<void> {
      const network = networkOf(address)
      const at = new Date()
      await logins.insertOne({ at, address, network, device: device.slice(0, longestDevice) })
    },

    /** Whether the administrator has logged in from there. */
    async isKnown(network: string): Promise<boolean> {
      return (await logins.findOne({ network })) !== null
    },

    /** The last ones, newest first. */
    async list(): Promise<Login[]> {
      const records = await logins.find().sort({ at: -1 }).limit(listed).toArray()
      return records.map(({ at, address, device }) => ({ at: at.toISOString(), address, device }))
    },
  }
}

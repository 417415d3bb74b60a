import type { Db, ObjectId } from 'mongodb'
import type { Login } from '../contract/admin'
import { networkOf } from '../http/client-address'

interface LoginRecord {
  _id: ObjectId
  at: Date
  address: string
  /** The network of the address, by which limits count it. */
  network?: string
  device: string
}

const maxListed = 20
/** Seconds. */
const retention = 90 * 24 * 60 * 60
const maxDeviceLength = 300
/** The most logins from one network in `limitSeconds`. */
const [maxLogins, limitSeconds] = [60, 600]

export type LoginRepository = Awaited<ReturnType<typeof openLoginRepository>>

/** The administrator's logins of the last 90 days. */
export async function openLoginRepository(db: Db) {
  const logins = db.collection<Omit<LoginRecord, '_id'>>('logins')
  await logins.createIndexes([
    { key: { network: 1 } },
    { key: { at: 1 }, expireAfterSeconds: retention },
  ])

  return {
    /** @param device the browser's User-Agent header */
    async add(address: string, device: string): Promise<void> {
      const network = networkOf(address)
      const at = new Date()
      await logins.insertOne({ at, address, network, device: device.slice(0, maxDeviceLength) })
    },

    /** Seconds until the next login from a network is allowed: 60 are allowed in ten minutes. */
    async waitOf(network: string): Promise<number> {
      const since = new Date(Date.now() - 1000 * limitSeconds)
      const recent = await logins
        .find({ network, at: { $gt: since } })
        .sort({ at: -1 })
        .limit(maxLogins)
        .toArray()
      const oldest = recent[maxLogins - 1]
      return oldest ? Math.ceil((oldest.at.getTime() - since.getTime()) / 1000) : 0
    },

    /** Whether the administrator has logged in from this network. */
    async isKnown(network: string): Promise<boolean> {
      return (await logins.findOne({ network })) !== null
    },

    /** Whether a login is the first one with this browser from this network, but not the first one at all.
     * @param device the browser's User-Agent header */
    async isNewDevice(address: string, device: string): Promise<boolean> {
      const known = { network: networkOf(address), device: device.slice(0, maxDeviceLength) }
      const [same, any] = await Promise.all([logins.findOne(known), logins.findOne()])
      return same === null && any !== null
    },

    /** The latest logins, newest first. */
    async list(): Promise<Login[]> {
      const records = await logins.find().sort({ at: -1 }).limit(maxListed).toArray()
      return records.map(({ at, address, device }) => ({ at: at.toISOString(), address, device }))
    },
  }
}

import type { Db } from 'mongodb'
import { networkOf, wideNetworkOf } from '../http/client-address'

interface CountRecord {
  /** The subject of a limit. */
  _id: string
  count: number
  /** The end of the period that began with the first counted enquiry. */
  endsAt: Date
}

/** The maximum number of enquiries of a subject in a period. */
interface Limit {
  subject: string
  max: number
  seconds: number
}

/** Seconds. */
const aDay = 86_400

/** Rate limits of enquiries. They are counted in the database, so that they apply to all processes and survive
 * restarts.
 *
 * Spam has separate limits, so that bots can't exhaust the limits of genuine enquiries. Genuine enquiries above a
 * limit for all addresses are stored and marked as unsure; spam above its own limits is refused. The first enquiry of
 * an address within a day is counted separately from further ones, so that a few addresses can't cause the enquiries
 * of new addresses to be marked. */
export async function openEnquiryRateRepository(db: Db) {
  const counts = db.collection<CountRecord>('enquiryCounts')
  await counts.createIndex({ endsAt: 1 }, { expireAfterSeconds: 0 })

  async function count({ subject, max, seconds }: Limit) {
    const now = new Date()
    const isOver = { $lte: [{ $ifNull: ['$endsAt', now] }, now] }
    const end = new Date(now.getTime() + seconds * 1000)
    const record = await counts.findOneAndUpdate(
      { _id: subject },
      [
        {
          $set: {
            count: { $cond: [isOver, 1, { $add: ['$count', 1] }] },
            endsAt: { $cond: [isOver, end, '$endsAt'] },
          },
        },
      ],
      { upsert: true, returnDocument: 'after' },
    )
    const isFirst = record?.count === 1
    if (!record || record.count <= max) return { isFirst, wait: 0 }
    const left = Math.ceil((record.endsAt.getTime() - now.getTime()) / 1000)
    return { isFirst, wait: Math.max(1, left) }
  }

  /** Counts an enquiry of a sender: 30 in ten minutes from one address, and 90 from one /48, which a stranger may have as
   * a whole. */
  async function waitOfSender(kind: string, address: string, network: string): Promise<number> {
    const own = await count({ subject: `${kind} ${address}`, max: 30, seconds: 600 })
    if (own.wait > 0 || network === address) return own.wait
    return (await count({ subject: `${kind} ${network}`, max: 90, seconds: 600 })).wait
  }

  /** Counts spam of an address. Its first of a day above the limit for all addresses is accepted, because it may be
   * from a person. Spam that exceeds the address's own limit does not count towards the limit for all addresses. */
  async function waitOfSpam(address: string, network: string): Promise<number> {
    const wait = await waitOfSender('spam of', address, network)
    if (wait > 0) return wait
    const all = await count({ subject: 'spam of a day', max: 1000, seconds: aDay })
    const ofDay = { subject: `spam day of ${address}`, max: Infinity, seconds: aDay }
    return all.wait > 0 && !(await count(ofDay)).isFirst ? all.wait : 0
  }

  return {
    /** Counts an enquiry of an IP address.
     * @returns seconds to wait before it may be sent again, 0 if it is accepted, and whether it exceeds a limit for all
     * addresses, so that it may be spam */
    async take(sender: string, isSpam: boolean): Promise<{ wait: number; isUnsure: boolean }> {
      const address = networkOf(sender)
      const network = address.includes(':') ? wideNetworkOf(sender) : address
      if (isSpam) return { wait: await waitOfSpam(address, network), isUnsure: false }
      const wait = await waitOfSender('address', address, network)
      if (wait > 0) return { wait, isUnsure: false }
      const ofDay = { subject: `day of ${address}`, max: Number.POSITIVE_INFINITY, seconds: aDay }
      const { isFirst } = await count(ofDay)
      const limits = isFirst
        ? [{ subject: 'first ones of an hour', max: 100, seconds: 3600 }]
        : [
            { subject: 'further ones of an hour', max: 300, seconds: 3600 },
            { subject: 'further ones of a day', max: 1000, seconds: aDay },
          ]
      const counted = await Promise.all(limits.map(count))
      return { wait: 0, isUnsure: counted.some((limit) => limit.wait > 0) }
    },
  }
}

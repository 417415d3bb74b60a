import type { Db } from 'mongodb'

interface CountRecord {
  /** Whose enquiries. */
  _id: string
  count: number
  /** When the stretch of time is over that began with the first of them. */
  endsAt: Date
}

/** How many enquiries a subject may send in a stretch of time (seconds). */
interface Limit {
  subject: string
  most: number
  seconds: number
}

export type EnquiryRateStore = Awaited<ReturnType<typeof openEnquiryRateStore>>

/** How many enquiries came of late, counted in the database: for every process on it, across restarts. */
export async function openEnquiryRateStore(db: Db) {
  const counts = db.collection<CountRecord>('enquiryCounts')
  await counts.createIndex({ endsAt: 1 }, { expireAfterSeconds: 0 })

  async function count({ subject, most, seconds }: Limit): Promise<number> {
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
    if (!record || record.count <= most) return 0
    return Math.max(1, Math.ceil((record.endsAt.getTime() - now.getTime()) / 1000))
  }

  return {
    /** Counts an enquiry of an address.
     * @returns seconds to wait, or 0 when it may be stored */
    async take(address: string): Promise<number> {
      const ofAddress = await count({ subject: `address ${address}`, most: 30, seconds: 600 })
      if (ofAddress > 0) return ofAddress
      const ofHour = await count({ subject: 'all', most: 300, seconds: 3600 })
      return ofHour || count({ subject: 'all of a day', most: 1000, seconds: 86_400 })
    },
  }
}

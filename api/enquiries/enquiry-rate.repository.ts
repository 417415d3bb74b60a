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

/** What becomes of an enquiry by how many came before it. */
interface Verdict {
  /** Seconds to wait before it may be sent again; 0 when it is taken now. */
  wait: number
  /** Whether it came when there were more than people write. */
  isUnsure: boolean
}

const aDay = 86_400

/** How many enquiries came of late, counted in the database: for every process on it, across restarts.
 *
 * Spam has limits of its own, so that programs can't use up what people may send. Genuine enquiries above a limit
 * for all addresses are stored and marked as unsure; spam above its own limits is refused. The first enquiry of an address within a
 * day counts apart from further ones, so that a few addresses can't push new ones into the marked ones. */
export async function openEnquiryRateRepository(db: Db) {
  const counts = db.collection<CountRecord>('enquiryCounts')
  await counts.createIndex({ endsAt: 1 }, { expireAfterSeconds: 0 })

  async function count({ subject, most, seconds }: Limit) {
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
    if (!record || record.count <= most) return { isFirst, wait: 0 }
    const left = Math.ceil((record.endsAt.getTime() - now.getTime()) / 1000)
    return { isFirst, wait: Math.max(1, left) }
  }

  /** Whether a count is above any of some limits; each is counted. */
  async function isAboveAny(limits: Limit[]): Promise<boolean> {
    const counted = await Promise.all(limits.map(count))
    return counted.some(({ wait }) => wait > 0)
  }

  /** Counts spam of an address; its first of a day is stored like everybody's, for it may be a person's. Spam that the
   * address's own limit refuses uses nothing of the others' limit up. */
  async function waitOfSpam(address: string): Promise<number> {
    const own = await count({ subject: `spam of ${address}`, most: 30, seconds: 600 })
    if (own.wait > 0) return own.wait
    const all = await count({ subject: 'spam of a day', most: 1000, seconds: aDay })
    const ofDay = { subject: `spam day of ${address}`, most: Infinity, seconds: aDay }
    return all.wait > 0 && !(await count(ofDay)).isFirst ? all.wait : 0
  }

  return {
    /** Counts an enquiry of an address. */
    async take(address: string, isSpam: boolean): Promise<Verdict> {
      if (isSpam) return { wait: await waitOfSpam(address), isUnsure: false }
      const { wait } = await count({ subject: `address ${address}`, most: 30, seconds: 600 })
      if (wait > 0) return { wait, isUnsure: false }
      const ofDay = { subject: `day of ${address}`, most: Number.POSITIVE_INFINITY, seconds: aDay }
      const { isFirst } = await count(ofDay)
      const isUnsure = await isAboveAny(
        isFirst
          ? [{ subject: 'first ones of an hour', most: 100, seconds: 3600 }]
          : [
              { subject: 'further ones of an hour', most: 300, seconds: 3600 },
              { subject: 'further ones of a day', most: 1000, seconds: aDay },
            ],
      )
      return { wait: 0, isUnsure }
    },
  }
}

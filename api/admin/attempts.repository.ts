import type { Db } from 'mongodb'
import { isDuplicateKey } from '../mongo/database'

interface AttemptRecord {
  /** The subject of the attempts: an address, a device or the whole account. */
  _id: string
  failures: number
  lastAt: Date
  /** Attempts before this are refused. */
  readyAt: Date
}

const freeAttempts = 5
/** Seconds. */
const retention = 24 * 60 * 60

export type AttemptRepository = Awaited<ReturnType<typeof openAttemptRepository>>

/** Counts login attempts in the database, so that the counts survive restarts and apply to all processes. */
export async function openAttemptRepository(db: Db) {
  const attempts = db.collection<AttemptRecord>('loginAttempts')
  await attempts.createIndex({ lastAt: 1 }, { expireAfterSeconds: retention })

  /** Seconds until a subject's next attempt is allowed. */
  async function waitOf(subject: string): Promise<number> {
    const record = await attempts.findOne({ _id: subject })
    return Math.max(0, Math.ceil(((record?.readyAt.getTime() ?? 0) - Date.now()) / 1000))
  }

  return {
    waitOf,

    /** Counts an attempt before its password is checked, so that concurrent attempts can't bypass the limit.
     *
     * Five attempts are free; after each further one the wait doubles, from one second up to `maxWait` (seconds). An
     * account is never locked permanently.
     * @returns seconds to wait, or 0 if the attempt was counted and may proceed */
    async begin(subject: string, maxWait: number): Promise<number> {
      const now = new Date()
      const doubled = { $pow: [2, { $subtract: ['$failures', freeAttempts] }] }
      const wait = {
        $cond: [{ $lt: ['$failures', freeAttempts] }, 0, { $min: [doubled, maxWait] }],
      }
      try {
        await attempts.updateOne(
          { _id: subject, readyAt: { $lte: now } },
          [
            { $set: { failures: { $add: [{ $ifNull: ['$failures', 0] }, 1] }, lastAt: now } },
            { $set: { readyAt: { $add: [now, { $multiply: [1000, wait] }] } } },
          ],
          { upsert: true },
        )
        return 0
      } catch (error) {
        if (!isDuplicateKey(error)) throw error
      }
      // Either the wait is not over, or a simultaneous attempt has just created the record. In the second case the wait is 0, and this
      // attempt is counted now.
      return (await waitOf(subject)) || this.begin(subject, maxWait)
    },

    async forget(subjects: string[]): Promise<void> {
      await attempts.deleteMany({ _id: { $in: subjects } })
    },
  }
}

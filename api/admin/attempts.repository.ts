import type { Db } from 'mongodb'
import { isDuplicateKey } from '../mongo/database'

interface AttemptRecord {
  /** Whose attempts: an address, or the whole account. */
  _id: string
  failures: number
  lastAt: Date
  /** No attempt counts as one before this. */
  readyAt: Date
}

const freeTries = 5
const forgottenAfter = 24 * 60 * 60

/** How often logging in has failed, kept in the database: a restart or another process forgets nothing. */
export async function openAttemptRepository(db: Db) {
  const attempts = db.collection<AttemptRecord>('loginAttempts')
  await attempts.createIndex({ lastAt: 1 }, { expireAfterSeconds: forgottenAfter })

  /** Seconds until a subject's next attempt counts as one. */
  async function waitOf(subject: string): Promise<number> {
    const record = await attempts.findOne({ _id: subject })
    return Math.max(0, Math.ceil(((record?.readyAt.getTime() ?? 0) - Date.now()) / 1000))
  }

  return {
    waitOf,

    /** Counts an attempt before its password is looked at, so that many at once are no way round.
     *
     * Five are free; after each further one the wait doubles, from one second up to `longestWait`
     * (seconds): never a lock for good.
     * @returns seconds to wait, or 0 when the attempt was counted and may go on. */
    async begin(subject: string, longestWait: number): Promise<number> {
      const now = new Date()
      const doubled = { $pow: [2, { $subtract: ['$failures', freeTries] }] }
      const wait = {
        $cond: [{ $lt: ['$failures', freeTries] }, 0, { $min: [doubled, longestWait] }],
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
      // There is a record and it is not ready, or another process made it at this very moment.
      return Math.max(1, await waitOf(subject))
    },

    async forget(subjects: string[]): Promise<void> {
      await attempts.deleteMany({ _id: { $in: subjects } })
    },
  }
}

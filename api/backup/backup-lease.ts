import type { Db } from 'mongodb'
import { holdLease, isAlive, type LeaseRecord, mongoLeases } from '../mongo/leases'

/** The operation that holds a lease. A backup protects the files that it reads, a restore the collections that it fills. */
type Purpose = 'backup' | 'restore'

/** Leases of running backups and restores. While any is held, no mp3 file is deleted. */
export function backupLeases(db: Db) {
  const leases = db.collection<LeaseRecord<string>>('backupLeases')
  return {
    /** Holds a lease while `work` runs. */
    async during<Result>(purpose: Purpose, work: () => Promise<Result>): Promise<Result> {
      const { release } = await holdLease(mongoLeases(leases), `${purpose} ${crypto.randomUUID()}`)
      try {
        return await work()
      } finally {
        await release()
      }
    },

    /** Whether any process holds a lease.
     * @param purpose undefined for any */
    async isHeld(purpose?: Purpose): Promise<boolean> {
      const filter = purpose ? { ...isAlive(), _id: { $regex: `^${purpose} ` } } : isAlive()
      return (await leases.findOne(filter)) !== null
    },
  }
}

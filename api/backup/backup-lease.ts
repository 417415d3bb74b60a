import type { Db } from 'mongodb'
import { holdLease, type LeaseRecord, leaseLife } from '../mongo/leases'

/** Leases of running backups. While a lease is held, no mp3 file is deleted, because the backup may still read it. */
export function backupLeases(db: Db) {
  const leases = db.collection<LeaseRecord<string>>('backupLeases')
  return {
    /** Holds a lease while `work` runs. */
    async during<Result>(work: () => Promise<Result>): Promise<Result> {
      const release = await holdLease(leases, crypto.randomUUID())
      try {
        return await work()
      } finally {
        await release()
      }
    },

    /** Whether any process holds a lease. */
    async isHeld(): Promise<boolean> {
      const alive = { aliveAt: { $gt: new Date(Date.now() - leaseLife) } }
      return (await leases.findOne(alive)) !== null
    },
  }
}

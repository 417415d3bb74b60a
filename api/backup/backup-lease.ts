import type { Db } from 'mongodb'
import { holdLease, type LeaseRecord, leaseLife } from '../mongo/leases'

/** Backups under way: as long as there is one, no file that it may still have to read is removed. */
export function backupLeases(db: Db) {
  const leases = db.collection<LeaseRecord<string>>('backupLeases')
  return {
    /** Holds a lease for as long as some work takes. */
    async during<Result>(work: () => Promise<Result>): Promise<Result> {
      const release = await holdLease(leases, crypto.randomUUID())
      try {
        return await work()
      } finally {
        await release()
      }
    },

    /** Whether any process holds one. */
    async isHeld(): Promise<boolean> {
      const alive = { aliveAt: { $gt: new Date(Date.now() - leaseLife) } }
      return (await leases.findOne(alive)) !== null
    },
  }
}

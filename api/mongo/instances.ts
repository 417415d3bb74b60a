import { randomUUID } from 'node:crypto'
import type { Db } from 'mongodb'
import { holdLease, isAlive, type LeaseRecord, mongoLeases } from './leases'

export const instancesName = 'instances'

/** The running sites on a database that more than one process may use.
 * @param schema the number of migrations that this version of the program knows */
export function openInstances(db: Db, schema: number) {
  const leases = db.collection<LeaseRecord<string>>(instancesName)
  return {
    /** Makes this process known to the others until the lease is released. */
    register: () => holdLease(mongoLeases(leases), `${schema} ${randomUUID()}`),

    /** Whether a process of an earlier version is running; one that was killed counts for half a minute. */
    async isEarlierRunning(): Promise<boolean> {
      const alive = await leases.find(isAlive()).toArray()
      return alive.some(({ _id }) => Number.parseInt(_id, 10) < schema)
    },
  }
}

import type { Collection } from 'mongodb'

/** That some work is under way, for every process on the database to see; one that dies lets go by itself. */
export interface LeaseRecord<Id> {
  _id: Id
  aliveAt: Date
}

const beat = 5_000

/** For so long a lease counts after its last sign of life (milliseconds). */
export const leaseLife = 30_000

/** Holds a lease, with a sign of life every five seconds.
 * @returns how to let go */
export async function holdLease<Id>(
  leases: Collection<LeaseRecord<Id>>,
  _id: Id,
): Promise<() => Promise<void>> {
  const renew = () =>
    leases.updateOne({ _id } as object, { $set: { aliveAt: new Date() } } as object, {
      upsert: true,
    })
  await renew()
  const timer = setInterval(() => void renew().catch(() => undefined), beat)
  return async () => {
    clearInterval(timer)
    await leases.deleteOne({ _id } as object)
  }
}

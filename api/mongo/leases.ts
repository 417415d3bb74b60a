import type { Collection } from 'mongodb'

/** Marks work in progress for all processes that use the database. A lease expires when its process dies. */
export interface LeaseRecord<Id> {
  _id: Id
  aliveAt: Date
}

/** Milliseconds. */
const renewInterval = 5_000

/** Milliseconds after which a lease that was not renewed expires. */
export const leaseLife = 30_000

/** Acquires a lease and renews it every five seconds.
 * @returns a function that releases it */
export async function holdLease<Id>(
  leases: Collection<LeaseRecord<Id>>,
  _id: Id,
): Promise<() => Promise<void>> {
  const renew = () =>
    leases.updateOne({ _id } as object, { $set: { aliveAt: new Date() } } as object, {
      upsert: true,
    })
  await renew()
  const timer = setInterval(() => void renew().catch(() => undefined), renewInterval)
  return async () => {
    clearInterval(timer)
    await leases.deleteOne({ _id } as object)
  }
}

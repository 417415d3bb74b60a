import type { Collection, Filter, OptionalUnlessRequiredId } from 'mongodb'
import { type Clock, systemClock } from '../process/clock'

/** Marks work in progress for all processes that use the database. A lease expires when its process dies. */
export interface LeaseRecord<Id> {
  _id: Id
  aliveAt: Date
}

/** Where leases are stored. */
export interface LeaseStore<Id> {
  create(id: Id, aliveAt: number): Promise<void>
  /** @returns false when the lease is no longer stored */
  renew(id: Id, aliveAt: number): Promise<boolean>
  remove(id: Id): Promise<void>
}

/** Milliseconds. */
const renewInterval = 5_000

/** Milliseconds after which a lease that was not renewed expires. */
export const leaseLife = 30_000

/** The filter of leases that have not expired. */
export const isAlive = () => ({ aliveAt: { $gt: new Date(Date.now() - leaseLife) } })

/** Milliseconds since the last renewal after which a lease is removed. */
const forgottenAfter = 24 * 60 * 60_000

export function mongoLeases<Id>(leases: Collection<LeaseRecord<Id>>): LeaseStore<Id> {
  const byId = (id: Id) => ({ _id: id }) as Filter<LeaseRecord<Id>>
  return {
    async create(id, aliveAt) {
      const record = { _id: id, aliveAt: new Date(aliveAt) }
      await leases.insertOne(record as OptionalUnlessRequiredId<LeaseRecord<Id>>)
      // Killed processes leave their leases behind.
      const expired = { aliveAt: { $lt: new Date(aliveAt - forgottenAfter) } }
      await leases.deleteMany(expired as Filter<LeaseRecord<Id>>)
    },
    async renew(id, aliveAt) {
      const change = { $set: { aliveAt: new Date(aliveAt) } } as object
      return (await leases.updateOne(byId(id), change)).matchedCount === 1
    },
    async remove(id) {
      await leases.deleteOne(byId(id))
    },
  }
}

/** Acquires a lease and renews it every five seconds. */
export async function holdLease<Id>(store: LeaseStore<Id>, id: Id, clock: Clock = systemClock) {
  await store.create(id, clock.now())
  let isReleased = false
  let cancel = () => {}
  function renewLater() {
    cancel = clock.after(renewInterval, async () => {
      // A renewal that fails is repeated; an expired lease is not created again.
      await store.renew(id, clock.now()).catch(() => true)
      if (!isReleased) renewLater()
    })
  }
  renewLater()
  return {
    /** Renews the lease now.
     * @returns false when it has expired and another process may have removed what it protects */
    isHeld: () => store.renew(id, clock.now()),
    async release() {
      isReleased = true
      cancel()
      await store.remove(id)
    },
  }
}

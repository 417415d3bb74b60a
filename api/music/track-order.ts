import { isDeepStrictEqual } from 'node:util'
import { type Db, ObjectId } from 'mongodb'
import type { CachedCollections } from '../mongo/cached-collections'
import { memoize } from '../process/memoize'

interface OrderRecord {
  _id: ObjectId
  /** The ids of the tracks, in hexadecimal. */
  ids: string[]
  /** Absent in records of earlier releases. */
  version?: number
}

/** The id of the only record. */
const _id = new ObjectId('000000000000000000000001')

/** The order that the band has given to its tracks, in one record, so that a killed process leaves the old or the new one. */
export async function openTrackOrder(db: Db, collections: CachedCollections) {
  const collection = db.collection<OrderRecord>('trackOrder')
  await collection.updateOne({ _id }, { $setOnInsert: { ids: [], version: 1 } }, { upsert: true })
  const orders = await collections.open<OrderRecord>('trackOrder', {
    read: () => collection.find({ _id }).toArray(),
  })
  const placesIn = memoize(
    ([order]: readonly OrderRecord[]) => new Map(order?.ids.map((id, place) => [id, place])),
  )
  // Tracks that were added since come last.
  const placeOf = (id: string) => placesIn(orders.items()).get(id) ?? Number.MAX_SAFE_INTEGER

  /** Replaces the order if its version is one of `versions`; retries if another process has written meanwhile.
   * @returns the stored record */
  async function replace(ids: string[], versions: number[] | undefined): Promise<OrderRecord> {
    const stored = await collection.findOne({ _id })
    if (!stored) throw new Error('The record of the order is missing.')
    const { version = 1 } = stored
    if (isDeepStrictEqual(stored.ids, ids) || (versions && !versions.includes(version)))
      return stored
    const changes = { ids, version: version + 1 }
    // In a query, null also means an absent field.
    const before = { _id, version: (stored.version ?? null) as number }
    const { matchedCount } = await collection.updateOne(before, { $set: changes })
    return matchedCount === 1 ? { _id, ...changes } : replace(ids, versions)
  }

  return {
    /** Sorts tracks; those without a place keep their order. */
    sorted: <Kind extends { _id: ObjectId }>(tracks: readonly Kind[]): Kind[] =>
      tracks.toSorted(
        (one, other) => placeOf(one._id.toHexString()) - placeOf(other._id.toHexString()),
      ),
    version: () => orders.items()[0]?.version ?? 1,
    /** @param versions the stored version must be one of these, unless the order is the same; undefined accepts any
     * @returns whether the order is stored now */
    set: (ids: string[], versions: number[] | undefined): Promise<boolean> =>
      orders.write(async ({ put }) => {
        const stored = await replace(ids, versions)
        put(stored)
        return isDeepStrictEqual(stored.ids, ids)
      }),
  }
}

import { isDeepStrictEqual } from 'node:util'
import type { Db, ObjectId } from 'mongodb'
import type { CachedCollections } from '../mongo/cached-collections'
import { openSingleRecord } from '../mongo/single-record'
import type { Versioned } from '../mongo/versions'
import { memoize } from '../process/memoize'

interface OrderRecord extends Versioned {
  _id: ObjectId
  /** The ids of the tracks, in hexadecimal. */
  ids: string[]
}

/** The order that the band has given to its tracks, in one record, so that a killed process leaves the old or the new one. */
export async function openTrackOrder(db: Db, collections: CachedCollections) {
  const first = { ids: [], version: 1 }
  const order = await openSingleRecord<OrderRecord>({ db, collections, name: 'trackOrder', first })
  const placesIn = memoize(({ ids }: OrderRecord) => new Map(ids.map((id, place) => [id, place])))
  // Tracks that were added since come last.
  const placeOf = (id: string) => placesIn(order.current()).get(id) ?? Number.MAX_SAFE_INTEGER

  return {
    /** Sorts tracks; those without a place keep their order. */
    sorted: <Kind extends { _id: ObjectId }>(tracks: readonly Kind[]): Kind[] =>
      tracks.toSorted(
        (one, other) => placeOf(one._id.toHexString()) - placeOf(other._id.toHexString()),
      ),
    version: () => order.current().version,
    /** @param versions the stored version must be one of these, unless the order is the same; undefined accepts any
     * @returns whether the order is stored now */
    async set(ids: string[], versions: number[] | undefined): Promise<boolean> {
      const stored = await order.change((before) =>
        isDeepStrictEqual(before.ids, ids) || (versions && !versions.includes(before.version))
          ? undefined
          : { $set: { ids } },
      )
      return isDeepStrictEqual(stored.ids, ids)
    },
  }
}

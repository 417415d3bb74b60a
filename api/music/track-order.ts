import { type Db, ObjectId } from 'mongodb'
import type { CachedCollections } from '../mongo/cached-collections'

interface OrderRecord {
  _id: ObjectId
  /** The ids of the tracks, in hexadecimal. */
  ids: string[]
}

/** The id of the only record. */
const _id = new ObjectId('000000000000000000000001')

/** The order that the band has given to its tracks, in one record, so that a killed process leaves the old or the new one. */
export async function openTrackOrder(db: Db, collections: CachedCollections) {
  const collection = db.collection<OrderRecord>('trackOrder')
  const orders = await collections.open<OrderRecord>('trackOrder', {
    read: () => collection.find({ _id }).toArray(),
    compare: () => 0,
  })
  let places: { version: number; byId: Map<string, number> } | undefined

  function placeOf(id: string): number {
    if (places?.version !== orders.version())
      places = {
        version: orders.version(),
        byId: new Map(orders.items()[0]?.ids.map((one, place) => [one, place])),
      }
    // Tracks that were added since come last.
    return places.byId.get(id) ?? Number.POSITIVE_INFINITY
  }

  return {
    /** Sorts tracks; those without a place keep their order. */
    sorted<Kind extends { _id: ObjectId }>(tracks: readonly Kind[]): Kind[] {
      const placed = tracks.map((track) => ({ track, place: placeOf(track._id.toHexString()) }))
      placed.sort((one, other) => (one.place === other.place ? 0 : one.place - other.place))
      return placed.map(({ track }) => track)
    },
    set: (ids: string[]): Promise<void> =>
      orders.write(async ({ put }) => {
        await collection.updateOne({ _id }, { $set: { ids } }, { upsert: true })
        put({ _id, ids })
      }),
  }
}

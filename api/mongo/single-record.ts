import { type Db, ObjectId } from 'mongodb'
import type { CollectionOptions, Stored } from './cached-collection'
import type { CachedCollections } from './cached-collections'
import { revise, type Versioned, withVersion } from './versions'

interface Dependencies<Kind extends Stored> extends Omit<CollectionOptions<Kind>, 'read'> {
  db: Db
  collections: CachedCollections
  /** The name of the MongoDB collection. */
  name: string
  /** What is stored if there is no record yet. */
  first: Omit<Kind, '_id'>
}

/** The id of the only record. */
const _id = new ObjectId('000000000000000000000001')

/** Opens a collection with one record, which is held in memory. */
export async function openSingleRecord<Kind extends Versioned & { _id: ObjectId }>(
  dependencies: Dependencies<Kind>,
) {
  const { db, collections, name, first } = dependencies
  const collection = db.collection<Omit<Kind, '_id'>>(name)
  await collection.updateOne({ _id } as never, { $setOnInsert: first } as never, { upsert: true })
  const records = await collections.open<Kind>(name, {
    ...dependencies,
    read: () =>
      collection
        .find({ _id } as never)
        .map((one) => withVersion(one as never) as Kind)
        .toArray(),
  })
  const existing = (record: Kind | undefined) => {
    if (!record) throw new Error(`The record of ${name} is missing.`)
    return record
  }

  return {
    current: () => existing(records.items()[0]),
    /** Changes the record as `revise` does, and returns it. */
    change: (makeUpdate: Parameters<typeof revise<Kind>>[2]): Promise<Kind> =>
      records.write(async ({ put }) => {
        const record = existing((await revise<Kind>(collection, _id, makeUpdate))?.after)
        put(record)
        return record
      }),
  }
}

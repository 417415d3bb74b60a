import { isDeepStrictEqual } from 'node:util'
import type { Collection, Db, Document, ObjectId } from 'mongodb'
import { currentEditor } from '../http/editor'

/** A deleted record, which can be restored. */
export interface BinnedRecord {
  /** The id of the record. */
  _id: ObjectId
  /** The name of the collection that the record was in. */
  from: string
  record: Document
  deletedAt: Date
  /** The name of the device that deleted it; undefined if it has none. */
  deletedBy?: string | undefined
}

export type Bin = Awaited<ReturnType<typeof openBin>>

/** The deleted records of all collections. A record is put here before it is deleted there, and removed from here after it
 * was restored there, so that a crash in between loses nothing. */
export async function openBin(db: Db) {
  const bin = db.collection<BinnedRecord>('bin')
  await bin.createIndexes([
    { key: { deletedAt: 1 } },
    { key: { 'record.fileId': 1 }, sparse: true },
  ])

  async function put(from: string, ...records: (Document & { _id: ObjectId })[]): Promise<void> {
    const deletedBy = currentEditor.getStore()?.deviceName
    const deletion = { from, deletedAt: new Date(), deletedBy }
    const updates = records.map((record) => ({
      updateOne: {
        filter: { _id: record._id },
        update: { $set: { ...deletion, record } },
        upsert: true,
      },
    }))
    if (updates.length > 0) await bin.bulkWrite(updates)
  }

  /** Moves a record of a collection here.
   * @param versions the versions that may be deleted; undefined allows any
   * @param prepare runs before anything is stored; if it throws, the record stays where it is
   * @returns the record as it was when it was deleted; undefined if there is none */
  async function move<Kind extends Document>(
    collection: Collection<Kind>,
    _id: ObjectId,
    versions?: readonly number[],
    prepare?: (record: Document) => Promise<unknown>,
  ): Promise<Document | undefined> {
    const found: Document | null = await collection.findOne({ _id } as never)
    if (!found) return undefined
    await prepare?.(found)
    await put(collection.collectionName, { ...found, _id })
    const expected = versions && { version: found['version'] ?? null }
    const removed = await collection.findOneAndDelete({ _id, ...expected } as never)
    if (removed) {
      // Somebody may have changed it meanwhile.
      if (!isDeepStrictEqual(removed, found)) await put(collection.collectionName, removed as never)
      return removed
    }
    const isStored = versions && (await collection.findOne({ _id } as never))
    if (!isStored) return found
    // Somebody has changed it meanwhile, so its version is checked again.
    await bin.deleteOne({ _id })
    return move(collection, _id, versions, prepare)
  }

  return {
    /** Stores deleted records, or replaces their copies. */
    put,
    move,
    /** The latest ones first. */
    all: (): Promise<BinnedRecord[]> => bin.find().sort({ deletedAt: -1, _id: -1 }).toArray(),
    find: (_id: ObjectId): Promise<BinnedRecord | null> => bin.findOne({ _id }),
    /** The ids of all deleted records. */
    ids: (): Promise<ObjectId[]> => bin.distinct('_id'),
    deletedBefore: (instant: Date): Promise<BinnedRecord[]> =>
      bin.find({ deletedAt: { $lt: instant } }).toArray(),
    /** Adds a value to a list of a deleted record; does nothing if the record was removed for good. */
    async push(_id: ObjectId, field: string, value: unknown): Promise<void> {
      await bin.updateOne({ _id }, { $push: { [`record.${field}`]: value } as never })
    },
    /** Removes a record from the bin for good, unless it was restored and deleted again since it was read.
     * @returns whether it was removed */
    async remove({ _id, deletedAt }: Pick<BinnedRecord, '_id' | 'deletedAt'>): Promise<boolean> {
      return (await bin.deleteOne({ _id, deletedAt })).deletedCount > 0
    },
    /** Removes the copies of records that were not deleted after all. A later version was deleted by another process. */
    async removeUntouched(ids: readonly ObjectId[]): Promise<void> {
      await bin.deleteMany({ _id: { $in: ids }, 'record.version': 1 })
    },
    /** Whether a deleted record refers to a file in GridFS. */
    async hasFile(fileId: ObjectId): Promise<boolean> {
      return (await bin.countDocuments({ 'record.fileId': fileId }, { limit: 1 })) > 0
    },
    /** The values of a field of all deleted records. */
    values: (field: string): Promise<string[]> => bin.distinct(`record.${field}`),
  }
}

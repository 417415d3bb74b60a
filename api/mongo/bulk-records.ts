import type { Collection, Document, ObjectId } from 'mongodb'
import { Problem } from '../http/problem'
import type { Bin } from './bin'
import type { CachedCollection } from './cached-collection'
import type { Keyed } from './receipts'
import type { Versioned } from './versions'

export interface EditedRecord extends Versioned, Keyed {
  _id: ObjectId
}

export interface ImportedRecord<Body> {
  body: Body
  /** Its Idempotency-Key. */
  key: string | undefined
  /** Its id on the site from which it was exported. */
  _id?: ObjectId
}

/** Operations on many records of one noun at once: imports and demo records. */
export interface BulkRecords<Kind> {
  /** Runs `add` for each content; if one fails, removes the records that this call has stored before. It keeps the
   * records that another request with the same keys has stored.
   * @returns the ids of the stored records
   * @throws Problem 503 if the other request has failed and removed its records */
  addAll<Content>(
    contents: readonly Content[],
    add: (content: Content) => Promise<{ after: { _id: ObjectId }; isFirst: boolean }>,
  ): Promise<ObjectId[]>
  /** The ids of the records whose Idempotency-Key begins with a text. */
  idsByKey(beginning: string): Promise<ObjectId[]>
  /** The records with these ids that nobody has changed since they were added. */
  untouchedOf(ids: readonly ObjectId[]): Promise<Kind[]>
  /** Moves records to the bin: of those with these ids, the ones that nobody has changed since they were added. */
  removeUntouched(ids: readonly ObjectId[]): Promise<void>
  /** The demo records that nobody has changed; `remove` moves them to the bin. */
  demo: { count(): number; items(): readonly Kind[]; remove(): Promise<void> }
}

interface Dependencies<Kind extends EditedRecord> {
  list: CachedCollection<Kind>
  collection: Collection<Omit<Kind, '_id'>>
  bin: Bin
  /** Completes a stored record. */
  completed: (record: unknown) => Kind
}

/** Creates the operations on many records. */
export function createBulkRecords<Kind extends EditedRecord & Document>(
  dependencies: Dependencies<Kind>,
): BulkRecords<Kind> {
  const { list, collection, bin, completed } = dependencies
  const untouched = () => list.items().filter(({ isDemo, version }) => isDemo && version === 1)

  const removeUntouched = (ids: readonly ObjectId[]) =>
    list.write(async ({ remove }) => {
      const untouchedFilter = { _id: { $in: ids }, version: 1 } as never
      const found = await collection.find(untouchedFilter).toArray()
      await bin.put(collection.collectionName, ...(found as never[]))
      await collection.deleteMany(untouchedFilter)
      // Another process may have changed some meanwhile.
      const ofFound = { _id: { $in: found.map(({ _id }) => _id) } } as never
      const kept = (await collection.distinct('_id', ofFound)) as ObjectId[]
      await bin.removeUntouched(kept)
      for (const _id of found.map((record) => record._id as ObjectId))
        if (!kept.some((id) => id.equals(_id))) remove(_id)
    })

  return {
    idsByKey: (beginning) =>
      collection.distinct('_id', {
        idempotencyKey: { $gte: beginning, $lt: `${beginning}\uffff` },
      } as never) as Promise<ObjectId[]>,

    async addAll(contents, add) {
      const ids: ObjectId[] = []
      const own: ObjectId[] = []
      try {
        for (const content of contents) {
          const { after, isFirst } = await add(content)
          ids.push(after._id)
          if (isFirst) own.push(after._id)
        }
        const stored = await collection.countDocuments({ _id: { $in: ids } } as never)
        if (stored < ids.length) throw new Problem(503, 'The same request has failed. Repeat it.')
      } catch (error) {
        for (const _id of own)
          await list.write(async ({ remove }) => {
            await collection.deleteOne({ _id } as never)
            remove(_id)
          })
        throw error
      }
      return ids
    },

    untouchedOf: (ids) =>
      collection
        .find({ _id: { $in: ids }, version: 1 } as never)
        .map(completed)
        .toArray(),

    removeUntouched,

    demo: {
      count: () => untouched().length,
      items: untouched,
      remove: () => removeUntouched(untouched().map(({ _id }) => _id)),
    },
  }
}

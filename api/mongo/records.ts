import type { Collection, Db, Document, IndexDescription, ObjectId } from 'mongodb'
import type { LastChange } from '../contract/version'
import { versionTag } from '../http/if-match'
import { notFound } from '../http/problem'
import { type Reply, reply } from '../http/route'
import type { Bin } from './bin'
import { type BulkRecords, createBulkRecords, type EditedRecord } from './bulk-records'
import type { CachedCollection, CollectionOptions } from './cached-collection'
import type { CachedCollections } from './cached-collections'
import { type Keyed, keyIndex, type Receipts } from './receipts'
import { authorship, lastChangeOf, requireVersion, type Versioned, withVersion } from './versions'

/** The services that the records of every noun need. */
export interface RecordServices {
  db: Db
  receipts: Receipts
  bin: Bin
  collections: CachedCollections
}

interface Dependencies<Kind, Body> extends RecordServices, Omit<CollectionOptions<Kind>, 'read'> {
  /** The name of the MongoDB collection. */
  name: string
  /** Further indexes; that of the Idempotency-Keys is always created. */
  indexes?: IndexDescription[]
  /** The response to a write. */
  toBody: (record: Kind) => Body
  /** Completes a stored record, which another program may have written. */
  complete?: (record: Kind) => Kind
}

/** The records that the band edits, of one noun: in MongoDB, in memory, and as responses to writes. */
export interface Records<Kind, Body>
  extends Pick<CachedCollection<Kind & EditedRecord>, 'items' | 'find'>,
    BulkRecords<Kind> {
  collection: Collection<Omit<Kind, '_id'>>
  /** The last changes by the ids of the records. They are beside the records, because programs compare the records of lists
   * with the responses to writes. */
  lastChanges(): Record<string, LastChange>
  /** Runs `write`, which stores a record, and puts the stored record into memory; null if it has stored none. Writes run
   * one after the other.
   * @returns the result of `write` */
  put<Result extends { after: Kind | null }>(write: () => Promise<Result>): Promise<Result>
  /** Runs `add` once for each Idempotency-Key (`Receipts`).
   * @returns the reply to the request that adds a record */
  replyToAdd(
    request: { key: string | undefined; content: unknown },
    add: () => Promise<Kind>,
  ): Promise<Reply<201, Body>>
  /** The reply to the request that has changed a record.
   * @param more what the response says besides the record */
  replyToChange<More extends object = object>(record: Kind, more?: More): Reply<200, Body & More>
  /** Moves a record to the bin.
   * @param versions the accepted versions; undefined accepts any
   * @param prepare runs after the version is checked and before the record is deleted; if it throws, the record stays
   * @throws Problem 404 when there is no such record, 412 with `current` when another version is stored */
  remove(
    id: ObjectId,
    versions: number[] | undefined,
    prepare?: (record: Kind) => Promise<unknown>,
  ): Promise<Kind>
  /** Stores a record of the bin again, as a new version; if it is stored already, it stays as it is. */
  restore(record: Kind): Promise<Kind>
}

export async function openRecords<
  Kind extends EditedRecord & Document,
  Body extends Record<string, Pick<Versioned, 'version'>>,
>(dependencies: Dependencies<Kind, Body>): Promise<Records<Kind, Body>> {
  const { db, receipts, bin, collections, name, toBody } = dependencies
  const { indexes = [], complete = (record) => record } = dependencies
  const collection = db.collection<Omit<Kind, '_id'>>(name)
  await collection.createIndexes([keyIndex, ...indexes])
  const completed = (record: unknown) => complete(withVersion(record as Kind))
  const list = await collections.open<Kind>(name, {
    ...dependencies,
    read: () => collection.find().map(completed).toArray(),
  })
  const etagOf = (version: number) => ({ etag: versionTag(version) })

  return {
    items: list.items,
    find: list.find,
    collection,
    lastChanges: () =>
      Object.fromEntries(
        list.items().flatMap((record) => {
          const { lastChange } = lastChangeOf(record)
          return lastChange ? [[record._id.toHexString(), lastChange]] : []
        }),
      ),

    put: (write) =>
      list.write(async ({ put }) => {
        const result = await write()
        if (result.after) put(result.after)
        return result
      }),

    async replyToAdd({ key, content }, add) {
      // The receipt contains the version, too: a repeated request gets the first response, whatever has changed since.
      const body = await receipts.once({ scope: name, key, content }, async () =>
        toBody(await add()),
      )
      const [view] = Object.values(body)
      return reply(201, body, etagOf(view?.version ?? 1))
    },

    replyToChange: (record, more) =>
      reply(200, { ...toBody(record), ...more } as never, etagOf(record.version)),

    remove: (_id, versions, prepare) =>
      list.write(async ({ remove }) => {
        const removed = await bin.move(collection, _id, versions, async (found) => {
          const record = completed(found)
          requireVersion(record, versions, () => Object.values(toBody(record))[0] ?? {})
          await prepare?.(record)
        })
        if (!removed) throw notFound()
        remove(_id)
        return completed(removed)
      }),

    ...createBulkRecords({ list, collection, bin, completed }),

    restore: (record) =>
      list.write(async ({ put }) => {
        const { _id } = record
        const version = (record.version ?? 1) + 1
        const { _id: _, ...fields } = { ...record, version, ...authorship() }
        // Another record was added under the same key while this one was in the bin.
        const { idempotencyKey } = record
        const taken = { idempotencyKey, _id: { $ne: _id } } as never
        if (idempotencyKey !== undefined && (await collection.findOne(taken)))
          delete (fields as Keyed).idempotencyKey
        const found = await collection.findOneAndUpdate(
          { _id } as never,
          { $setOnInsert: fields } as never,
          { upsert: true, returnDocument: 'after' },
        )
        const stored = completed(found)
        put(stored)
        return stored
      }),
  }
}

import type {
  Collection,
  Db,
  Document,
  IndexDescription,
  ObjectId,
  OptionalUnlessRequiredId,
} from 'mongodb'
import { fingerprintOf, reusedKey } from '../http/idempotency-key'
import { isDuplicateKey } from './database'
import { authorship } from './versions'

interface ReceiptRecord {
  /** The scope and the key, separated by a space. */
  _id: string
  /** Digest of the first request's content. */
  fingerprint: string
  /** The response to the first request. */
  response: Document
  createdAt: Date
}

interface Creation {
  /** A name for the kind of record, so that the same key can be used for several kinds. */
  scope: string
  /** The Idempotency-Key; without it, every call creates a record. */
  key: string | undefined
  /** The content of the request; the same key with different content is refused. */
  content: unknown
}

/** Seconds. */
const receiptLifetime = 7 * 24 * 60 * 60

export type Receipts = Awaited<ReturnType<typeof openReceipts>>

/** Stores the response to each request with an Idempotency-Key for 7 days, so that a client can repeat a request after
 * losing the response, even if the record was deleted since. */
export async function openReceipts(db: Db) {
  const receipts = db.collection<ReceiptRecord>('receipts')
  await receipts.createIndex({ createdAt: 1 }, { expireAfterSeconds: receiptLifetime })

  return {
    /** Creates a record, or returns the response of the first call with the same key. Concurrent calls all run
     * `create`, which must itself store only one record for each key (`insertOnce`).
     * @throws Problem 422 when the key was used with different content; also the errors of `create` */
    async once<Response extends Document>(
      { scope, key, content }: Creation,
      create: () => Promise<Response>,
    ): Promise<Response> {
      if (key === undefined) return create()
      const _id = `${scope} ${key}`
      const fingerprint = fingerprintOf(content)
      const respond = (receipt: ReceiptRecord) => {
        if (receipt.fingerprint !== fingerprint) throw reusedKey()
        return receipt.response as Response
      }
      const known = await receipts.findOne({ _id })
      if (known) return respond(known)
      const response = await create()
      // Stored after the record, so that a crash in between leaves no receipt for a record that does not exist.
      const receipt = await receipts.findOneAndUpdate(
        { _id },
        { $setOnInsert: { fingerprint, response, createdAt: new Date() } },
        { upsert: true, returnDocument: 'after' },
      )
      return receipt ? respond(receipt) : response
    },
  }
}

/** A record that may have been created with an Idempotency-Key. */
export interface Keyed {
  idempotencyKey?: string
}

/** A unique index, with which the database stores at most one record for each key. */
export const keyIndex: IndexDescription = {
  key: { idempotencyKey: 1 },
  unique: true,
  partialFilterExpression: { idempotencyKey: { $type: 'string' } },
}

/** Inserts a record with its `lastChange` only once for each key, also when called repeatedly or concurrently.
 * @returns the stored record, and whether this call stored it */
export async function insertOnce<Kind extends Keyed & Document>(
  collection: Collection<Kind>,
  record: OptionalUnlessRequiredId<Kind>,
  key: string | undefined,
): Promise<{ after: Kind & { _id: ObjectId }; isFirst: boolean }> {
  const keyed = { ...record, ...authorship(), ...(key !== undefined && { idempotencyKey: key }) }
  try {
    const { insertedId } = await collection.insertOne(keyed)
    return { after: { ...keyed, _id: insertedId } as never, isFirst: true }
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    const stored = key !== undefined && (await collection.findOne({ idempotencyKey: key } as never))
    if (stored) return { after: stored as never, isFirst: false }
    // Another request has stored a record with the id that this one was to get, so it gets a new one.
    const { _id, ...fields } = record as { _id?: ObjectId }
    if (_id === undefined || !isDuplicateKey(error, '_id')) throw error
    return insertOnce(collection, fields as OptionalUnlessRequiredId<Kind>, key)
  }
}

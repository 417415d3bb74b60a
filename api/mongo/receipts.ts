import { createHash } from 'node:crypto'
import type { Collection, Db, Document, ObjectId, OptionalUnlessRequiredId } from 'mongodb'
import { reusedKey } from '../http/idempotency-key'
import { isDuplicateKey } from './database'

interface ReceiptRecord {
  /** The scope and the key. */
  _id: string
  /** Digest of the first request's content. */
  fingerprint: string
  /** The response to it. */
  response: Document
  createdAt: Date
}

interface Creation {
  /** What is created, so that one key can serve several kinds. */
  scope: string
  /** The Idempotency-Key; without one every call creates. */
  key: string | undefined
  /** What the key stands for: another content under the same key is refused. */
  content: unknown
}

/** Seconds. */
const receiptsKeptFor = 7 * 24 * 60 * 60

export type Receipts = Awaited<ReturnType<typeof openReceipts>>

/** Stores the response to each request that has a key for 7 days, so that a client can repeat a request whose response was
 * lost, even if the record was deleted since. */
export async function openReceipts(db: Db) {
  const receipts = db.collection<ReceiptRecord>('receipts')
  await receipts.createIndex({ createdAt: 1 }, { expireAfterSeconds: receiptsKeptFor })

  return {
    /** Creates something, or gives the response of the first call with the same key. Calls at the same time all run
     * `create`, which must itself store only once for a key (`insertOnce`).
     * @throws Problem 422 when the key was used for another content; and whatever `create` throws. */
    async once<Response extends Document>(
      { scope, key, content }: Creation,
      create: () => Promise<Response>,
    ): Promise<Response> {
      if (key === undefined) return create()
      const _id = `${scope} ${key}`
      const fingerprint = createHash('sha256').update(JSON.stringify(content)).digest('base64url')
      const respond = (receipt: ReceiptRecord) => {
        if (receipt.fingerprint !== fingerprint) throw reusedKey()
        return receipt.response as Response
      }
      const known = await receipts.findOne({ _id })
      if (known) return respond(known)
      const response = await create()
      // After the record: a crash between the two must not acknowledge what was not stored.
      const receipt = await receipts.findOneAndUpdate(
        { _id },
        { $setOnInsert: { fingerprint, response, createdAt: new Date() } },
        { upsert: true, returnDocument: 'after' },
      )
      return receipt ? respond(receipt) : response
    },
  }
}

/** A record that a key may have created. */
export interface Keyed {
  idempotencyKey?: string
}

/** Makes the database hold at most one record of each key. */
export async function createKeyIndex<Kind extends Keyed & Document>(
  collection: Collection<Kind>,
): Promise<void> {
  await collection.createIndex(
    { idempotencyKey: 1 },
    { unique: true, partialFilterExpression: { idempotencyKey: { $type: 'string' } } },
  )
}

/** Inserts a record once for a key, however often or at once it is called.
 * @returns the record as it is stored now, and whether this call stored it */
export async function insertOnce<Kind extends Keyed & Document>(
  collection: Collection<Kind>,
  record: OptionalUnlessRequiredId<Kind>,
  key: string | undefined,
): Promise<{ record: Kind & { _id: ObjectId }; isFirst: boolean }> {
  const keyed = key === undefined ? record : { ...record, idempotencyKey: key }
  try {
    const { insertedId } = await collection.insertOne(keyed)
    return { record: { ...keyed, _id: insertedId } as never, isFirst: true }
  } catch (error) {
    if (key === undefined || !isDuplicateKey(error)) throw error
    const stored = await collection.findOne({ idempotencyKey: key } as never)
    if (!stored) throw error
    return { record: stored as never, isFirst: false }
  }
}

import type { Db, ObjectId } from 'mongodb'
import type { Enquiry, EnquiryBody, EnquiryStatus } from '../contract/enquiries'
import { isDuplicateKey } from '../platform/database'
import { notFound } from '../platform/problem'

interface EnquiryRecord extends EnquiryBody {
  _id: ObjectId
  status: EnquiryStatus
  receivedAt: Date
}

interface ReceiptRecord {
  /** The Idempotency-Key. */
  _id: string
  receivedAt: Date
}

const receiptsKeptFor = 7 * 24 * 60 * 60

export type EnquiryStore = Awaited<ReturnType<typeof openEnquiryStore>>

export const toEnquiry = ({ _id, receivedAt, ...enquiry }: EnquiryRecord): Enquiry => ({
  _id: _id.toHexString(),
  name: enquiry.name,
  email: enquiry.email,
  message: enquiry.message,
  status: enquiry.status,
  receivedAt: receivedAt.toISOString(),
})

/** Booking enquiries in MongoDB. */
export async function openEnquiryStore(db: Db) {
  const enquiries = db.collection<Omit<EnquiryRecord, '_id'> & { key?: string }>('enquiries')
  await enquiries.createIndex({ receivedAt: -1, _id: -1 })
  await enquiries.createIndex(
    { key: 1 },
    { unique: true, partialFilterExpression: { key: { $type: 'string' } } },
  )
  const receipts = db.collection<ReceiptRecord>('enquiryReceipts')
  await receipts.createIndex({ receivedAt: 1 }, { expireAfterSeconds: receiptsKeptFor })

  return {
    /** Stores an enquiry; with a key, once however often or at once it is sent, for 7 days, and also
     * when the band has deleted it meanwhile.
     * @returns when it was received first, and whether this was that time. */
    async add(body: EnquiryBody, key: string | undefined) {
      const receivedAt = new Date()
      const record = { ...body, status: 'new' as const, receivedAt }
      if (key === undefined) {
        await enquiries.insertOne(record)
        return { receivedAt, isFirst: true }
      }
      const receipt = await receipts.findOne({ _id: key })
      if (receipt) return { receivedAt: receipt.receivedAt, isFirst: false }
      const isFirst = await enquiries.insertOne({ ...record, key }).then(
        () => true,
        (error) => {
          if (isDuplicateKey(error)) return false
          throw error
        },
      )
      // After the enquiry: a crash between the two must not acknowledge what was not stored.
      const stored = await receipts.findOneAndUpdate(
        { _id: key },
        { $setOnInsert: { receivedAt } },
        { upsert: true, returnDocument: 'after' },
      )
      return { receivedAt: stored?.receivedAt ?? receivedAt, isFirst }
    },

    /** Newest first. */
    list: (): Promise<EnquiryRecord[]> =>
      enquiries.find().sort({ receivedAt: -1, _id: -1 }).toArray(),

    /** @throws Problem 404 when there is no such enquiry. */
    async setStatus(_id: ObjectId, status: EnquiryStatus): Promise<EnquiryRecord> {
      const changed = await enquiries.findOneAndUpdate(
        { _id },
        { $set: { status } },
        { returnDocument: 'after' },
      )
      if (!changed) throw notFound()
      return changed
    },

    /** @throws Problem 404 when there is no such enquiry. */
    async remove(_id: ObjectId): Promise<void> {
      const { deletedCount } = await enquiries.deleteOne({ _id })
      if (deletedCount === 0) throw notFound()
    },
  }
}

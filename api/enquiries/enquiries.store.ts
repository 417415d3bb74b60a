import type { Db, ObjectId } from 'mongodb'
import type { Enquiry, EnquiryBody, EnquiryStatus } from '../contract/enquiries'
import { isDuplicateKey } from '../platform/database'
import { notFound } from '../platform/problem'

export interface EnquiryRecord extends Pick<EnquiryBody, 'name' | 'email' | 'message'> {
  _id: ObjectId
  status: EnquiryStatus
  receivedAt: Date
  isSpam?: boolean
  mail?: Enquiry['mail']
  mailAttempts?: number
  /** When it is mailed, or tried again at the latest. */
  mailAt?: Date
}

/** What is stored of an enquiry beside its text. */
interface EnquiryMarks {
  isSpam: boolean
  isMailed: boolean
}

interface ReceiptRecord {
  /** The Idempotency-Key. */
  _id: string
  receivedAt: Date
}

/** Seconds. */
const receiptsKeptFor = 7 * 24 * 60 * 60
const spamKeptFor = 30 * 24 * 60 * 60

export type EnquiryStore = Awaited<ReturnType<typeof openEnquiryStore>>

export const toEnquiry = ({ _id, receivedAt, ...enquiry }: EnquiryRecord): Enquiry => ({
  _id: _id.toHexString(),
  name: enquiry.name,
  email: enquiry.email,
  message: enquiry.message,
  status: enquiry.status,
  receivedAt: receivedAt.toISOString(),
  isSpam: enquiry.isSpam === true,
  mail: enquiry.mail ?? 'off',
})

/** Booking enquiries in MongoDB. */
export async function openEnquiryStore(db: Db) {
  const enquiries = db.collection<Omit<EnquiryRecord, '_id'> & { key?: string }>('enquiries')
  await enquiries.createIndex({ receivedAt: -1, _id: -1 })
  await enquiries.createIndex(
    { key: 1 },
    { unique: true, partialFilterExpression: { key: { $type: 'string' } } },
  )
  await enquiries.createIndex(
    { mailAt: 1 },
    { partialFilterExpression: { mailAt: { $exists: true } } },
  )
  await enquiries.createIndex(
    { receivedAt: 1 },
    { expireAfterSeconds: spamKeptFor, partialFilterExpression: { isSpam: true } },
  )
  const receipts = db.collection<ReceiptRecord>('enquiryReceipts')
  await receipts.createIndex({ receivedAt: 1 }, { expireAfterSeconds: receiptsKeptFor })

  return {
    /** When an enquiry with this key was received, if one was within the last 7 days. */
    async receivedBefore(key: string): Promise<Date | undefined> {
      return (await receipts.findOne({ _id: key }))?.receivedAt
    },

    /** Stores an enquiry; with a key, once however often or at once it is sent, for 7 days, and also
     * when the band has deleted it meanwhile.
     * @returns when it was received first, and whether this was that time. */
    async add(
      { name, email, message }: EnquiryBody,
      key: string | undefined,
      { isSpam, isMailed }: EnquiryMarks,
    ) {
      const receivedAt = new Date()
      const text = { name, email, message, status: 'new' as const, receivedAt, isSpam }
      const mailing = { mail: 'waiting' as const, mailAttempts: 0, mailAt: receivedAt }
      const record = isMailed ? { ...text, ...mailing } : text
      if (key === undefined) {
        await enquiries.insertOne(record)
        return { receivedAt, isFirst: true }
      }
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

    /** Takes the enquiry whose mail is due for longest, and puts its next attempt off before this one: another
     * process, or the same one after a crash, tries only when that time has come.
     * @param backoff milliseconds to the next attempt after so many */
    async claimMail(backoff: (attempts: number) => number): Promise<EnquiryRecord | undefined> {
      const now = new Date()
      const due = { mail: 'waiting' as const, mailAt: { $lte: now } }
      const found = await enquiries.findOne(due, { sort: { mailAt: 1 } })
      if (!found) return
      const attempts = (found.mailAttempts ?? 0) + 1
      const claimed = await enquiries.findOneAndUpdate(
        { _id: found._id, mail: 'waiting', mailAttempts: attempts - 1 },
        { $set: { mailAttempts: attempts, mailAt: new Date(now.getTime() + backoff(attempts)) } },
        { returnDocument: 'after' },
      )
      return claimed ?? this.claimMail(backoff)
    },

    async noteMailed(_id: ObjectId): Promise<void> {
      await enquiries.updateOne({ _id }, { $set: { mail: 'sent' }, $unset: { mailAt: '' } })
    },

    /** Newest first. */
    list: (): Promise<EnquiryRecord[]> =>
      enquiries.find().sort({ receivedAt: -1, _id: -1 }).toArray(),

    countUnread: (): Promise<number> =>
      enquiries.countDocuments({ status: 'new', isSpam: { $ne: true } }),

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

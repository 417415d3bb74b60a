import type { EnquiryBody } from '../contract/enquiries'
import { isDuplicateKey } from '../mongo/database'
import { insertOnce } from '../mongo/receipts'
import { withoutEmptyTexts } from '../mongo/versions'
import type { Enquiries, EnquiryRecord } from './enquiry-record'
import { newReference } from './reference'

interface EnquiryMarks {
  isSpam: boolean
  isUnsure: boolean
  isMailed: boolean
}

/** How many suspicious enquiries of each kind are kept. */
const maxSuspicious = 2_000

/** The day on which this was written. A clock that shows an earlier time is wrong. */
const earliest = new Date('2026-11-23')

const spam = { isSpam: true } as const
/** Unsure enquiries that the band has not answered or filed. */
export const unsure = { isUnsure: true, status: 'new' } as const

/** Operations that store new enquiries. */
export function newEnquiriesOf(enquiries: Enquiries) {
  /** Removes the oldest suspicious enquiries of a kind if there are too many. */
  async function trim(kind: typeof spam | typeof unsure) {
    const surplus = await enquiries
      .find(kind)
      .sort({ receivedAt: -1 })
      .skip(maxSuspicious)
      .project({ _id: 1 })
      .toArray()
    if (surplus.length > 0)
      await enquiries.deleteMany({ _id: { $in: surplus.map(({ _id }) => _id) } })
  }

  /** The current time; if the clock shows an impossible one, the time of the last enquiry, or else the earliest possible one.
   * Otherwise retention would delete the enquiry when the clock is corrected. */
  async function timeOfReceipt(): Promise<Date> {
    const now = new Date()
    if (now >= earliest) return now
    const last = await enquiries.findOne({}, { sort: { receivedAt: -1 } })
    return last && last.receivedAt > earliest ? last.receivedAt : earliest
  }

  /** Stores an enquiry with a reference that no other one has. */
  async function insertWithReference(
    record: Omit<EnquiryRecord, '_id' | 'reference'>,
    key: string | undefined,
  ): ReturnType<typeof insertOnce<Omit<EnquiryRecord, '_id'>>> {
    const reference = newReference()
    try {
      return await insertOnce(enquiries, { ...record, reference }, key)
    } catch (error) {
      const isTaken = isDuplicateKey(error) && (await enquiries.findOne({ reference })) !== null
      if (isTaken) return insertWithReference(record, key)
      throw error
    }
  }

  return {
    /** Stores an enquiry. Repeated and concurrent requests with the same key store it once.
     * @returns the stored enquiry, and whether this call stored it */
    async add(
      { website: _, filledFor: __, ...content }: EnquiryBody,
      key: string | undefined,
      { isSpam, isUnsure, isMailed }: EnquiryMarks,
    ) {
      const receivedAt = await timeOfReceipt()
      const marks = { status: 'new' as const, receivedAt, isSpam, isUnsure }
      const mailing = { mail: 'waiting' as const, mailAttempts: 0, mailAt: new Date() }
      const record = { ...withoutEmptyTexts(content), ...marks, ...(isMailed && mailing) }
      const { after, isFirst } = await insertWithReference(record, key)
      if (isSpam) await trim(spam)
      else if (isUnsure) await trim(unsure)
      return { after, isFirst }
    },
  }
}

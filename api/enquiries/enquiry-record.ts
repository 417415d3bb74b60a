import type { Collection, ObjectId } from 'mongodb'
import { Enquiry } from '../contract/enquiries'
import { pickFields } from '../contract/record'
import type { Keyed } from '../mongo/receipts'

/** An enquiry as MongoDB stores it. */
export interface EnquiryRecord
  extends Omit<Enquiry, '_id' | 'receivedAt' | 'showId' | 'version' | 'mail'>,
    Keyed {
  _id: ObjectId
  receivedAt: Date
  /** The show that was made of it. */
  showId?: ObjectId
  /** Absent until the first change; then it counts as 1. */
  version?: number
  /** The Idempotency-Key of the last change. */
  lastKey?: string
  /** The Idempotency-Keys of the replies that were sent or are being sent. */
  replyKeys?: string[]
  /** The origin of the site on which the hold was set, for the link in the message about its end. */
  site?: string
  /** The last day of the hold of whose end a reminder was sent. */
  announcedHold?: string
  /** Whether it arrived as spam. */
  isSpam: boolean
  /** When the band marked it as spam. */
  spamSince?: Date
  mail?: Enquiry['mail']
  mailAttempts?: number
  /** When the next attempt to mail it is due. */
  mailAt?: Date
}

/** Enquiries that are no spam. Records of another program may lack the marks. */
export const notSpam = { isSpam: { $ne: true }, spamSince: { $exists: false } } as const

/** Enquiries that are neither spam nor unsure. */
export const genuine = { ...notSpam, isUnsure: { $ne: true } } as const

/** The collection of enquiries. */
export type Enquiries = Collection<Omit<EnquiryRecord, '_id'>>

export const toEnquiry = ({ showId, ...enquiry }: EnquiryRecord): Enquiry => ({
  ...pickFields(Enquiry, enquiry as never),
  _id: enquiry._id.toHexString(),
  receivedAt: enquiry.receivedAt.toISOString(),
  ...(showId && { showId: showId.toHexString() }),
  version: enquiry.version ?? 1,
  isSpam: enquiry.isSpam || enquiry.spamSince !== undefined,
  isUnsure: enquiry.isUnsure ?? false,
  mail: enquiry.mail ?? 'off',
})

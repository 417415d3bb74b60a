import { Type as t } from '@sinclair/typebox'
import type { Collection, ObjectId } from 'mongodb'
import {
  Enquiry,
  type EnquiryBody,
  type EnquiryEvent,
  type EnquiryReply,
  type EnquiryStatus,
  EnquiryWishes,
} from '../contract/enquiries'
import { pickFields } from '../contract/record'
import type { Keyed } from '../mongo/receipts'

/** An enquiry as MongoDB stores it. */
export interface EnquiryRecord
  extends Pick<EnquiryBody, 'name' | 'email' | 'message'>,
    EnquiryWishes,
    Keyed {
  _id: ObjectId
  status: EnquiryStatus
  receivedAt: Date
  /** Absent in enquiries of earlier versions. */
  reference?: string
  /** The last day of a hold (YYYY-MM-DD). */
  holdUntil?: string
  /** The show that was made of it. */
  showId?: ObjectId
  /** Absent until the first change; then it counts as 1. */
  version?: number
  /** The Idempotency-Key of the last change. */
  lastKey?: string
  privateNote?: string
  events?: EnquiryEvent[]
  replies?: EnquiryReply[]
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
  isUnsure: boolean
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

/** The fields that the band and the site add. */
const OfBand = t.Pick(Enquiry, ['reference', 'holdUntil', 'privateNote', 'events', 'replies'])

export const toEnquiry = ({ _id, receivedAt, ...enquiry }: EnquiryRecord): Enquiry => ({
  _id: _id.toHexString(),
  name: enquiry.name,
  email: enquiry.email,
  message: enquiry.message,
  status: enquiry.status,
  receivedAt: receivedAt.toISOString(),
  ...pickFields(EnquiryWishes, enquiry),
  ...pickFields(OfBand, enquiry),
  ...(enquiry.showId && { showId: enquiry.showId.toHexString() }),
  version: enquiry.version ?? 1,
  isSpam: enquiry.isSpam || enquiry.spamSince !== undefined,
  isUnsure: enquiry.isUnsure ?? false,
  mail: enquiry.mail ?? 'off',
})

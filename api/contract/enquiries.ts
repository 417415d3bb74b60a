import { type Static, Type as t } from '@sinclair/typebox'
import { LineOfText, ObjectIdText } from './text'

/** What a visitor sends to ask for a booking. */
export const EnquiryBody = t.Object({
  name: LineOfText,
  email: t.String({ format: 'email', maxLength: 254 }),
  message: t.String({ minLength: 1, maxLength: 5000, pattern: '\\S' }),
  /** A field that people don't see; what stands in it was written by a program. */
  website: t.Optional(t.String({ maxLength: 5000 })),
  /** Milliseconds from the form's appearance to its being sent. */
  filledFor: t.Optional(t.Number({ minimum: 0 })),
})
export type EnquiryBody = Static<typeof EnquiryBody>

export const EnquiryStatus = t.Union([
  t.Literal('new'),
  t.Literal('answered'),
  t.Literal('archived'),
])
export type EnquiryStatus = Static<typeof EnquiryStatus>

export const EnquiryStatusBody = t.Object({ status: EnquiryStatus })
export type EnquiryStatusBody = Static<typeof EnquiryStatusBody>

export const Enquiry = t.Object({
  _id: ObjectIdText,
  name: t.String(),
  email: t.String(),
  message: t.String(),
  status: EnquiryStatus,
  /** An instant (RFC 3339, UTC). */
  receivedAt: t.String({ format: 'date-time' }),
  isSpam: t.Boolean(),
  /** Whether it arrived while enquiries exceeded a limit for all addresses. */
  isUnsure: t.Boolean(),
  /** Whether it was mailed to the band; `off` where no mail is set up, and for what is spam or unsure; `failed` when the mail
   * server refused it permanently or every attempt in about three days failed. */
  mail: t.Union([t.Literal('waiting'), t.Literal('sent'), t.Literal('failed'), t.Literal('off')]),
})
export type Enquiry = Static<typeof Enquiry>

export const EnquiryAnswer = t.Object({ enquiry: Enquiry })
export type EnquiryAnswer = Static<typeof EnquiryAnswer>

/** The boxes of the inbox: genuine enquiries by their status, and what is held apart from them. */
export const EnquiryBox = t.Union([...EnquiryStatus.anyOf, t.Literal('unsure'), t.Literal('spam')])
export type EnquiryBox = Static<typeof EnquiryBox>

/** How many enquiries a page of them has at most. */
export const enquiriesPerPage = 50

/** A page of enquiries, newest first. */
export const EnquiriesAnswer = t.Object({
  enquiries: t.Array(Enquiry),
  /** The value of `before` that asks for the next page; absent on the last one. */
  next: t.Optional(t.String()),
  /** How many there are in each box. */
  counts: t.Record(EnquiryBox, t.Integer({ minimum: 0 })),
})
export type EnquiriesAnswer = Static<typeof EnquiriesAnswer>

/** How many wait for the band: new ones that are neither spam nor unsure. */
export const UnreadAnswer = t.Object({ unread: t.Integer({ minimum: 0 }) })
export type UnreadAnswer = Static<typeof UnreadAnswer>

/** What a visitor is told: that it arrived, and when. */
export const EnquiryReceipt = t.Object({ receivedAt: t.String({ format: 'date-time' }) })
export type EnquiryReceipt = Static<typeof EnquiryReceipt>

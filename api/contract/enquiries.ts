import { type Static, t } from 'elysia'
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
  /** Whether it was mailed to the band; `off` where no mail is set up, and for spam. */
  mail: t.Union([t.Literal('waiting'), t.Literal('sent'), t.Literal('off')]),
})
export type Enquiry = Static<typeof Enquiry>

export const EnquiryAnswer = t.Object({ enquiry: Enquiry })
export type EnquiryAnswer = Static<typeof EnquiryAnswer>

/** All enquiries, newest first. */
export const EnquiriesAnswer = t.Object({ enquiries: t.Array(Enquiry) })
export type EnquiriesAnswer = Static<typeof EnquiriesAnswer>

/** How many wait for the band: new ones that are no spam. */
export const UnreadAnswer = t.Object({ unread: t.Integer({ minimum: 0 }) })
export type UnreadAnswer = Static<typeof UnreadAnswer>

/** What a visitor is told: that it arrived, and when. */
export const EnquiryReceipt = t.Object({ receivedAt: t.String({ format: 'date-time' }) })
export type EnquiryReceipt = Static<typeof EnquiryReceipt>

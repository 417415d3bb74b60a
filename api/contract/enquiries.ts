import { type Static, Type as t } from '@sinclair/typebox'
import { limits } from './limits'
import { declare } from './operation'
import { LineOfText, ObjectIdText } from './text'

/** What a visitor sends to ask for a booking. */
export const EnquiryBody = t.Object({
  name: LineOfText,
  email: t.String({ format: 'email', maxLength: limits.email }),
  message: t.String({ minLength: 1, maxLength: limits.message, pattern: '\\S' }),
  /** A field that people don't see; what stands in it was written by a program. */
  website: t.Optional(t.String({ maxLength: limits.message })),
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

export const EnquiryResponse = t.Object({ enquiry: Enquiry })
export type EnquiryResponse = Static<typeof EnquiryResponse>

/** The boxes of the inbox: genuine enquiries by their status, and what is held apart from them. */
export const EnquiryBox = t.Union([...EnquiryStatus.anyOf, t.Literal('unsure'), t.Literal('spam')])
export type EnquiryBox = Static<typeof EnquiryBox>

/** Which page of enquiries is wanted. */
export const EnquiriesQuery = t.Object({
  /** Without it, the enquiries of all boxes. */
  status: t.Optional(EnquiryBox),
  /** The `next` of an earlier page; without it, the page begins with the newest enquiry. */
  before: t.Optional(t.String({ maxLength: 100 })),
})

/** How many enquiries a page of them has at most. */
export const enquiriesPerPage = 50

/** A page of enquiries, newest first. */
export const EnquiriesResponse = t.Object({
  enquiries: t.Array(Enquiry),
  /** The value of `before` that asks for the next page; absent on the last one. */
  next: t.Optional(t.String()),
  /** How many there are in each box. */
  counts: t.Record(EnquiryBox, t.Integer({ minimum: 0 })),
})
export type EnquiriesResponse = Static<typeof EnquiriesResponse>

/** How many wait for the band: new ones that are neither spam nor unsure. */
export const UnreadResponse = t.Object({ unread: t.Integer({ minimum: 0 }) })
export type UnreadResponse = Static<typeof UnreadResponse>

/** What a visitor is told: that it arrived, and when. */
export const EnquiryReceipt = t.Object({ receivedAt: t.String({ format: 'date-time' }) })
export type EnquiryReceipt = Static<typeof EnquiryReceipt>

export const enquiryOperations = declare({
  addEnquiry: {
    method: 'POST',
    path: '/bookus',
    summary: 'Ask for a booking',
    access: 'anyone',
    json: EnquiryBody,
    isIdempotent: true,
    responses: { 201: { description: 'The enquiry was received', schema: EnquiryReceipt } },
    problems: [429],
  },
  enquiries: {
    method: 'GET',
    path: '/api/enquiries',
    summary: 'A page of enquiries, newest first',
    access: 'admin',
    query: EnquiriesQuery,
    responses: {
      200: {
        description: 'The enquiries',
        schema: EnquiriesResponse,
        links: { enquiries: { before: '$response.body#/next' } },
      },
    },
  },
  unreadEnquiries: {
    method: 'GET',
    path: '/api/enquiries/unread',
    summary: 'How many enquiries wait for the band',
    access: 'admin',
    responses: { 200: { description: 'The number', schema: UnreadResponse } },
  },
  changeEnquiry: {
    method: 'PUT',
    path: '/api/enquiries/{id}',
    summary: "Change an enquiry's status",
    access: 'admin',
    json: EnquiryStatusBody,
    responses: { 200: { description: 'The changed enquiry', schema: EnquiryResponse } },
  },
  deleteEnquiry: {
    method: 'DELETE',
    path: '/api/enquiries/{id}',
    summary: 'Delete an enquiry',
    access: 'admin',
    responses: { 204: { description: 'The enquiry is deleted' } },
  },
})

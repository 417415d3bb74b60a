import { type Static, Type as t } from '@sinclair/typebox'
import { limits } from '../shared/limits'
import { pages } from '../shared/site-map'
import { created, declare, deletion, ok } from './operation'
import { asRead } from './record'
import { ShowResponse } from './shows'
import { LineOfText, lineOf, ObjectIdText, oneOf, textOf } from './text'
import { Version } from './version'

export const Occasion = oneOf('wedding', 'bar', 'festival', 'company', 'private', 'other')
export type Occasion = Static<typeof Occasion>

const NightFields = {
  date: t.Optional(t.String({ format: 'date' })),
  place: t.Optional(LineOfText),
}

/** What a visitor may say about the night. */
const WishFields = {
  ...NightFields,
  occasion: t.Optional(Occasion),
  guests: t.Optional(t.Integer({ minimum: 1, maximum: 1_000_000 })),
  phone: t.Optional(lineOf(limits.phone)),
  /** Songs that the visitor wishes for. */
  songIds: t.Optional(t.Array(ObjectIdText, { maxItems: 50 })),
}

/** A booking enquiry as a visitor sends it. */
export const EnquiryBody = t.Object({
  name: LineOfText,
  email: t.String({ format: 'email', maxLength: limits.email }),
  message: t.String({ minLength: 1, maxLength: limits.message, pattern: '\\S' }),
  ...WishFields,
  /** Honeypot: a field that people don't see, so only bots fill it in. */
  website: t.Optional(t.String({ maxLength: limits.message })),
  /** Milliseconds between showing and sending the form. */
  filledFor: t.Optional(t.Number({ minimum: 0 })),
})
export type EnquiryBody = Static<typeof EnquiryBody>

/** The form of a browser without scripts. */
export const EnquiryForm = t.Omit(EnquiryBody, ['filledFor'])
export type EnquiryForm = Static<typeof EnquiryForm>

export const EnquiryStatus = oneOf('new', 'answered', 'held', 'booked', 'declined', 'archived')
export type EnquiryStatus = Static<typeof EnquiryStatus>

/** A change by the band; an absent field keeps its value. */
export const EnquiryChange = t.Object({
  status: t.Optional(EnquiryStatus),
  /** The last day of a hold. */
  holdUntil: t.Optional(t.String({ format: 'date' })),
  privateNote: t.Optional(textOf(limits.message)),
  /** The date and the place, as the band corrects them; an empty text removes one. */
  ...NightFields,
  /** Whether the band takes it for spam, which is deleted 30 days after it was marked. */
  isSpam: t.Optional(t.Boolean()),
})
export type EnquiryChange = Static<typeof EnquiryChange>

/** The show to make of an enquiry. */
const ShowOfEnquiry = t.Object({ visibility: oneOf('draft', 'private') })
export type ShowOfEnquiry = Static<typeof ShowOfEnquiry>

/** A reply that the site has mailed. */
export const EnquiryReply = t.Object({
  at: t.String({ format: 'date-time' }),
  /** The name of the device on which it was written. */
  by: t.Optional(t.String()),
  text: t.String(),
})
export type EnquiryReply = Static<typeof EnquiryReply>

const ReplyBody = t.Object({
  text: textOf(limits.message),
  /** The enquiry's status after the reply. If absent, `new` becomes `answered`, and any other status stays. */
  status: t.Optional(EnquiryStatus),
  /** The last day of a hold. */
  holdUntil: t.Optional(t.String({ format: 'date' })),
})
export type ReplyBody = Static<typeof ReplyBody>

/** A text with which replies begin. */
export const ReplyTemplate = t.Object({
  title: lineOf(limits.name),
  /** May contain the placeholders of `shared/reply-text.ts`. */
  text: textOf(limits.message),
  /** The status after the reply, unless the band chooses another one. */
  status: t.Optional(EnquiryStatus),
})
export type ReplyTemplate = Static<typeof ReplyTemplate>

export const ReplyTemplates = t.Object({ templates: t.Array(ReplyTemplate, { maxItems: 12 }) })

export const ReplyTemplatesResponse = t.Object({
  ...asRead(ReplyTemplates).properties,
  /** Whether mail is set up, so that the site can send replies. */
  canSend: t.Boolean(),
})
export type ReplyTemplatesResponse = Static<typeof ReplyTemplatesResponse>

/** A change of an enquiry. */
export const EnquiryEvent = t.Object({
  at: t.String({ format: 'date-time' }),
  /** The status after it. */
  status: EnquiryStatus,
  /** What was changed if it is not the status. */
  about: t.Optional(oneOf('note', 'night', 'show', 'spam')),
  /** The name of the device on which it was made. */
  by: t.Optional(t.String()),
})
export type EnquiryEvent = Static<typeof EnquiryEvent>

export const Enquiry = t.Object({
  _id: ObjectIdText,
  name: t.String(),
  email: t.String(),
  message: t.String(),
  status: EnquiryStatus,
  /** An instant (RFC 3339, UTC). */
  receivedAt: t.String({ format: 'date-time' }),
  /** A reference such as `FK-7Q2M`, for the band and the sender; absent in older enquiries. */
  reference: t.Optional(t.String()),
  ...asRead(t.Object(WishFields)).properties,
  holdUntil: t.Optional(t.String({ format: 'date' })),
  /** The show that was made of it. */
  showId: t.Optional(ObjectIdText),
  version: Version,
  privateNote: t.Optional(t.String()),
  events: t.Optional(t.Array(EnquiryEvent)),
  replies: t.Optional(t.Array(EnquiryReply)),
  isSpam: t.Boolean(),
  /** Whether it arrived while enquiries exceeded a limit for all addresses. */
  isUnsure: t.Boolean(),
  /** Whether it was mailed to the band. `off`: mail is not configured, or the enquiry is spam or unsure. `failed`: the
   * mail server refused it permanently, or all attempts within about three days failed. */
  mail: oneOf('waiting', 'sent', 'failed', 'off'),
})
export type Enquiry = Static<typeof Enquiry>

export const EnquiryResponse = t.Object({ enquiry: Enquiry })

/** The boxes of the inbox: one for each status of genuine enquiries, one for unsure enquiries and one for spam. */
export const EnquiryBox = t.Union([...EnquiryStatus.anyOf, t.Literal('unsure'), t.Literal('spam')])
export type EnquiryBox = Static<typeof EnquiryBox>

export const EnquiriesQuery = t.Object({
  /** Without it, the enquiries of all boxes. */
  status: t.Optional(EnquiryBox),
  /** Words that the enquiries contain, in any order, whatever their case and accents. */
  find: t.Optional(t.String({ maxLength: limits.line })),
  /** The `next` of the previous page; without it, the page begins with the newest enquiry. */
  before: t.Optional(t.String({ maxLength: 100 })),
})

export const enquiriesPerPage = 50

/** A page of enquiries, newest first. */
export const EnquiriesResponse = t.Object({
  enquiries: t.Array(Enquiry),
  /** The value of `before` for the next page; absent on the last page. */
  next: t.Optional(t.String()),
  /** The number of enquiries in each box. */
  counts: t.Record(EnquiryBox, t.Integer({ minimum: 0 })),
  /** Whether a push service has ever accepted a message for the band, or a mail server has accepted one with the present
   * settings. */
  isBandReached: t.Boolean(),
})
export type EnquiriesResponse = Static<typeof EnquiriesResponse>

/** The number of new enquiries, without spam and unsure ones. */
export const UnreadResponse = t.Object({ unread: t.Integer({ minimum: 0 }) })

/** The confirmation for the visitor. */
export const EnquiryReceipt = t.Object({
  receivedAt: t.String({ format: 'date-time' }),
  /** What both sides call the enquiry, such as `FK-7Q2M`. */
  reference: t.String(),
})
export type EnquiryReceipt = Static<typeof EnquiryReceipt>

export const enquiryOperations = declare({
  addEnquiry: {
    route: 'POST /bookus',
    otherPaths: [pages.bookUs.path],
    summary: 'Ask for a booking',
    access: 'anyone',
    json: EnquiryBody,
    form: EnquiryForm,
    isIdempotent: true,
    responses: {
      200: { description: 'The form was received: its page', mediaType: 'text/html' },
      201: { description: 'The enquiry was received', schema: EnquiryReceipt },
    },
    problems: [429],
  },
  enquiries: {
    route: 'GET /api/enquiries',
    summary: 'A page of enquiries, newest first',
    query: EnquiriesQuery,
    responses: ok('The enquiries', EnquiriesResponse, {
      enquiries: { before: '$response.body#/next' },
    }),
  },
  unreadEnquiries: {
    route: 'GET /api/enquiries/unread',
    summary: 'How many enquiries wait for the band',
    responses: ok('The number', UnreadResponse),
  },
  changeEnquiry: {
    route: 'PUT /api/enquiries/{id}',
    summary: "Change an enquiry's status, hold, note, date or place, or mark it as spam",
    json: EnquiryChange,
    isIdempotent: true,
    versioned: Enquiry,
    responses: ok('The changed enquiry', EnquiryResponse),
  },
  replyToEnquiry: {
    route: 'POST /api/enquiries/{id}/reply',
    summary: 'Mail a reply to the sender, with the band as Reply-To, and set the status',
    json: ReplyBody,
    isIdempotent: true,
    responses: created('The enquiry with the reply', EnquiryResponse),
    problems: [409, 412, 502],
  },
  replyTemplates: {
    route: 'GET /api/admin/reply-templates',
    summary: 'The reply templates',
    responses: ok('The texts', ReplyTemplatesResponse),
  },
  changeReplyTemplates: {
    route: 'PUT /api/admin/reply-templates',
    summary: 'Replace the reply templates',
    json: ReplyTemplates,
    responses: ok('The texts', ReplyTemplatesResponse),
  },
  makeShow: {
    route: 'POST /api/enquiries/{id}/show',
    summary: 'Add a show for an enquiry; a repeated call returns the same show',
    json: ShowOfEnquiry,
    responses: created('The show', ShowResponse),
  },
  deleteEnquiry: deletion('/api/enquiries/{id}', 'Delete an enquiry', 'The enquiry is deleted'),
})

import type { Db, IndexDescription, ObjectId } from 'mongodb'
import type { EnquiryChange, EnquiryEvent, EnquiryReply, ReplyBody } from '../contract/enquiries'
import { notFound, Problem } from '../http/problem'
import type { Bin } from '../mongo/bin'
import { keyIndex } from '../mongo/receipts'
import { keyOfChange, revise, reviseVersion, updateOf, type WriteOptions } from '../mongo/versions'
import { type Enquiries, type EnquiryRecord, genuine, notSpam, toEnquiry } from './enquiry-record'
import { inboxOf } from './inbox-queries'
import { mailQueueOf } from './mail-queue'
import { newEnquiriesOf, unsure } from './new-enquiries'

/** Seconds for which suspicious enquiries are kept. */
const suspiciousRetention = 30 * 24 * 60 * 60

/** The latest ones of an enquiry are kept. */
const [maxEvents, maxReplies] = [50, 20]

export type EnquiryRepository = Awaited<ReturnType<typeof openEnquiryRepository>>

/** Enquiries that hold or have booked a night. */
const heldOrBooked = { status: { $in: ['held', 'booked'] }, ...notSpam } as const
/** The fields that determine whether a night is free. */
const ofNight = { status: 1, date: 1, holdUntil: 1, showId: 1 }

const indexes: IndexDescription[] = [
  { key: { receivedAt: -1, _id: -1 } },
  { key: { isSpam: 1, isUnsure: 1, status: 1, receivedAt: -1, _id: -1 } },
  keyIndex,
  {
    key: { reference: 1 },
    unique: true,
    partialFilterExpression: { reference: { $exists: true } },
  },
  { key: { date: 1 }, partialFilterExpression: { date: { $exists: true } } },
  { key: { mailAt: 1 }, partialFilterExpression: { mailAt: { $exists: true } } },
  {
    key: { receivedAt: 1 },
    expireAfterSeconds: suspiciousRetention,
    partialFilterExpression: { isSpam: true },
  },
  // An enquiry may be older when the band marks it as spam.
  { key: { spamSince: 1 }, expireAfterSeconds: suspiciousRetention },
  {
    name: 'unsure_receivedAt',
    key: { receivedAt: 1 },
    expireAfterSeconds: suspiciousRetention,
    partialFilterExpression: unsure,
  },
]

/** Booking enquiries in MongoDB. */
export async function openEnquiryRepository(db: Db, bin: Bin) {
  const enquiries: Enquiries = db.collection('enquiries')
  await enquiries.createIndexes(indexes)

  return {
    ...newEnquiriesOf(enquiries),
    ...mailQueueOf(enquiries),
    ...inboxOf(enquiries),
    ...repliesOf(enquiries, bin),
    ...holdsOf(enquiries),

    /** Whether an enquiry has been mailed. */
    async hasMailed(): Promise<boolean> {
      return (await enquiries.findOne({ mail: 'sent' })) !== null
    },

    countUnread: (): Promise<number> => enquiries.countDocuments({ ...genuine, status: 'new' }),

    /** Deletes the enquiries that were received before an instant, except those whose night is held or booked and is still
     * to come.
     * @param today YYYY-MM-DD
     * @returns the number of deleted enquiries */
    async removeBefore(instant: Date, today: string): Promise<number> {
      const { deletedCount } = await enquiries.deleteMany({
        receivedAt: { $lt: instant },
        $nor: [{ ...heldOrBooked, date: { $gte: today } }],
      })
      return deletedCount
    },

    /** @throws Problem 404 when there is no such enquiry, 412 when another version is stored */
    async change(_id: ObjectId, body: EnquiryChange, options: ChangeOptions) {
      const change = (before: EnquiryRecord) => changesOf(before, body, options)
      return (await reviseVersion(enquiries, _id, options, toEnquiry, change)).after
    },

    /** @throws Problem 404 when there is no such enquiry. */
    async read(_id: ObjectId): Promise<EnquiryRecord> {
      const found = await enquiries.findOne({ _id })
      if (!found) throw notFound()
      return found
    },

    /** Stores the id of the show that was made of an enquiry, unless the enquiry was deleted meanwhile.
     * @param by the name of the device */
    async linkShow(_id: ObjectId, showId: ObjectId, by: string | undefined): Promise<void> {
      const found = await enquiries.findOne({ _id })
      if (!found) return
      await enquiries.updateOne(
        { _id, showId: { $ne: showId } },
        { $set: { showId }, ...pushEvents([{ status: found.status, about: 'show' }], by) },
      )
    },

    /** All of them, newest first. */
    all: () => enquiries.find().sort({ receivedAt: -1, _id: -1 }).map(toEnquiry).toArray(),

    /** Moves an enquiry to the bin.
     * @throws Problem 404 when there is no such enquiry. */
    async remove(_id: ObjectId): Promise<void> {
      if (!(await bin.move(enquiries, _id))) throw notFound()
    },

    /** Stores an enquiry of the bin again, unless it is stored already. */
    async restore({ _id, ...record }: EnquiryRecord): Promise<void> {
      await enquiries.updateOne({ _id }, { $setOnInsert: record }, { upsert: true })
    },
  }
}

export interface ChangeOptions extends WriteOptions {
  /** The name of the device. */
  by: string | undefined
}

/** The `$push` of events; only the latest ones stay. */
const pushEvents = (
  events: readonly Pick<EnquiryEvent, 'status' | 'about'>[],
  by: string | undefined,
) => {
  const more = { at: new Date().toISOString(), ...(by !== undefined && { by }) }
  const all = events.map((event) => ({ ...event, ...more }))
  return { $push: { events: { $each: all, $slice: -maxEvents } } }
}

/** An enquiry to which the band gives a status, or replies, is neither spam nor unsure. */
const genuineMarks = { isSpam: false, isUnsure: false }

function marksOf({ status, isSpam }: EnquiryChange) {
  if (isSpam) return { ...genuineMarks, spamSince: new Date() }
  // An empty text clears the field.
  return status || isSpam === false ? { ...genuineMarks, spamSince: '' as never } : {}
}

/** The update of an enquiry, with its events: one for the status or hold, or else for the note; one for the date or place; one for
 * spam. */
function changesOf(before: EnquiryRecord, change: EnquiryChange, { by, site, key }: ChangeOptions) {
  const { status = before.status, holdUntil, privateNote, isSpam, ...night } = change
  const hold = status === 'held' ? (holdUntil ?? before.holdUntil) : undefined
  const isMoved = status !== before.status || hold !== before.holdUntil
  const differs = (field: 'privateNote' | 'date' | 'place') =>
    change[field] !== undefined && change[field] !== (before[field] ?? '')
  const events = [
    isMoved && { status },
    !isMoved && differs('privateNote') && { status, about: 'note' as const },
    (differs('date') || differs('place')) && { status, about: 'night' as const },
    isSpam && { status, about: 'spam' as const },
  ].filter((event) => typeof event === 'object')
  return {
    ...updateOf({
      status,
      // Only a hold has a last day.
      holdUntil: hold ?? '',
      ...marksOf(change),
      ...(hold !== undefined && isMoved && { site }),
      ...(privateNote !== undefined && { privateNote }),
      ...night,
      ...keyOfChange(key),
    }),
    ...(events.length > 0 && pushEvents(events, by)),
  }
}

/** Operations on the replies to enquiries. */
const repliesOf = (enquiries: Enquiries, bin: Bin) => ({
  /** Notes that a reply is being sent, before it is mailed.
   * @returns false if a reply with the same key was sent already, or is being sent */
  async claimReply(_id: ObjectId, key: string): Promise<boolean> {
    const { matchedCount } = await enquiries.updateOne(
      { _id, replyKeys: { $ne: key } },
      { $push: { replyKeys: { $each: [key], $slice: -maxReplies } } },
    )
    return matchedCount === 1
  },

  /** Takes the claim of a reply back that was not mailed. */
  async releaseReply(_id: ObjectId, key: string): Promise<void> {
    await enquiries.updateOne({ _id }, { $pull: { replyKeys: key } })
  },

  /** Stores a sent reply, and the status that the enquiry has after it.
   * @param site the origin of the public site
   * @throws Problem 409 when the enquiry was deleted meanwhile */
  async addReply(
    _id: ObjectId,
    reply: EnquiryReply,
    change: Omit<ReplyBody, 'text'>,
    site: string,
  ): Promise<void> {
    const replied = await revise<EnquiryRecord>(enquiries, _id, (before) => {
      const status = change.status || (before.status === 'new' ? 'answered' : before.status)
      const options = { by: reply.by, site, key: undefined }
      const { $push, ...update } = changesOf(before, { ...change, status }, options)
      return { ...update, $push: { ...$push, replies: { $each: [reply], $slice: -maxReplies } } }
    })
    if (replied) return
    await bin.push(_id, 'replies', reply)
    throw new Problem(
      409,
      'The reply was sent, but the enquiry was deleted meanwhile; restore it from the bin to see both.',
    )
  },
})

/** Operations on the nights that enquiries hold or have booked. */
const holdsOf = (enquiries: Enquiries) => ({
  /** Finds a hold whose reminder was not sent yet, and marks it as sent.
   * @param from the first of the days on which it may end (YYYY-MM-DD)
   * @param to the last of them
   * @returns null if there is none */
  claimEndingHold: (from: string, to: string): Promise<EnquiryRecord | null> =>
    enquiries.findOneAndUpdate(
      {
        status: 'held',
        holdUntil: { $gte: from, $lte: to },
        ...notSpam,
        $expr: { $ne: ['$announcedHold', '$holdUntil'] },
      },
      [{ $set: { announcedHold: '$holdUntil' } }],
    ),

  /** Takes the mark of a reminder back that could not be sent. */
  async releaseHold(_id: ObjectId): Promise<void> {
    await enquiries.updateOne({ _id }, { $unset: { announcedHold: true } })
  },

  /** Those that hold or book a day between two days (YYYY-MM-DD, both included). */
  holding: (from: string, to: string) =>
    enquiries
      .find({ ...heldOrBooked, date: { $gte: from, $lte: to } })
      // Anybody may request these days, so messages and notes, which may be long, are not read.
      .project<Pick<EnquiryRecord, '_id' | 'status' | 'date' | 'holdUntil' | 'showId'>>(ofNight)
      .toArray(),
})

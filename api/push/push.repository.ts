import { createHash } from 'node:crypto'
import type { Db, Filter, ObjectId } from 'mongodb'
import type {
  BrowserSubscription,
  PushMessage,
  PushSubscriptionBody,
  PushTopic,
} from '../contract/push'

export interface SubscriptionRecord {
  /** A digest of the endpoint and the topic. */
  _id: string
  topic: PushTopic
  /** Absent in a subscription to new shows. */
  showId?: string
  subscription: BrowserSubscription
  /** The id of the token with which a phone of the band was added. */
  session?: string
  /** When the subscription ends by itself, because its show is over. */
  endsAt?: Date
  /** The host name of its push service. */
  host?: string
  /** A digest of the network from which it was added. */
  network?: string
  createdAt?: Date
  /** Whether a message has been accepted for it. */
  isConfirmed?: true
  /** Since when no message has been accepted for it. */
  failingSince?: Date
}

/** A message that is being sent: to all subscriptions of a topic, or to a single one if an attempt has failed. */
export interface DeliveryRecord {
  _id: ObjectId
  topic: PushTopic
  showId?: string
  subscriptionId?: string
  /** When the change happened that the message is about. Absent in deliveries of earlier versions. */
  newsAt?: Date
  message: PushMessage
  /** Subscriptions up to this id have the message already. */
  sentUpTo: string
  /** Subscriptions from this id on get the message by another delivery. */
  before?: string
  attempts: number
  /** The earliest instant at which a process may claim the delivery; a claim postpones it. */
  dueAt: Date
  /** When the message expires. */
  endsAt: Date
}

export type Audience = Pick<DeliveryRecord, 'topic' | 'showId'>
export type PushRepository = Awaited<ReturnType<typeof openPushRepository>>

/** Milliseconds for which a process may work on a delivery before another one takes over. */
export const claimDuration = 2 * 60_000

/** The most subscriptions, in all, at one push service and from one network. */
const [maxInAll, maxAtHost, maxFromNetwork] = [50_000, 40_000, 1_000]
/** The part of `maxInAll` from which the band is warned. */
const alarmAt = 0.9
/** A delivery to more subscriptions is divided into several, which processes send at the same time. */
const maxUndivided = 2_000
/** The ids at which a delivery is divided: every fourth first character of a base64url text, in their order. */
const dividers = [...'37BFJNRVZcgkosw']

const idOf = ({ topic, showId = '', subscription }: PushSubscriptionBody) =>
  createHash('sha256').update(`${topic} ${showId} ${subscription.endpoint}`).digest('base64url')

/** The push subscriptions of visitors, and the messages that are being sent to them, in MongoDB. */
export async function openPushRepository(db: Db) {
  const subscriptions = db.collection<SubscriptionRecord>('pushSubscriptions')
  const deliveries = db.collection<Omit<DeliveryRecord, '_id'>>('pushDeliveries')
  await subscriptions.createIndex({ topic: 1, showId: 1, _id: 1 })
  await subscriptions.createIndex({ endsAt: 1 }, { expireAfterSeconds: 0 })
  await subscriptions.createIndex({ host: 1, failingSince: 1 })
  await subscriptions.createIndex({ network: 1, failingSince: 1 })
  await subscriptions.createIndex({ failingSince: 1 }, { sparse: true })
  await deliveries.createIndex({ dueAt: 1 })
  await deliveries.createIndex({ showId: 1, newsAt: 1 })
  await deliveries.createIndex({ endsAt: 1 }, { expireAfterSeconds: 0 })

  const ofAudience = ({ topic, showId }: Audience): Filter<SubscriptionRecord> => ({
    topic,
    showId: showId ?? { $exists: false },
  })

  /** Removes a subscription for which no message is accepted, the longest failing one first; without such a one, the
   * oldest for which none has been accepted yet, unless `isFailingOnly`.
   * @returns whether there was one */
  async function makeRoom(among: Filter<SubscriptionRecord>, isFailingOnly: boolean) {
    const failing = { ...among, failingSince: { $exists: true } }
    if (await subscriptions.findOneAndDelete(failing, { sort: { failingSince: 1 } })) return true
    if (isFailingOnly) return false
    const unconfirmed = { ...among, isConfirmed: { $exists: false } }
    return (await subscriptions.findOneAndDelete(unconfirmed, { sort: { createdAt: 1 } })) !== null
  }

  /** Whether one more subscription has room, after another one has made room for it if need be. Strangers who were first
   * keep nobody out: only those of one network are refused when their network has too many. */
  async function hasRoom(host: string, network: string): Promise<boolean> {
    const countOf = (among: Filter<SubscriptionRecord>, limit: number) =>
      subscriptions.countDocuments(among, { limit })
    if ((await countOf({ network }, maxFromNetwork)) >= maxFromNetwork)
      return makeRoom({ network }, true)
    if ((await subscriptions.estimatedDocumentCount()) >= maxInAll) return makeRoom({}, false)
    if ((await countOf({ host }, maxAtHost)) >= maxAtHost) return makeRoom({ host }, false)
    return true
  }

  const toAll = { subscriptionId: { $exists: false } }
  const dueNow = () => ({ dueAt: { $lte: new Date() }, endsAt: { $gt: new Date() } })

  const claim = (filter: Filter<DeliveryRecord>): Promise<DeliveryRecord | null> =>
    deliveries.findOneAndUpdate(
      filter,
      { $set: { dueAt: new Date(Date.now() + claimDuration) } },
      { sort: { dueAt: 1 }, returnDocument: 'after' },
    )

  /** Whether an earlier message about the same show is still being sent. */
  async function hasEarlier({ topic, showId, newsAt }: DeliveryRecord): Promise<boolean> {
    if (showId === undefined || newsAt === undefined) return false
    const earlier = { topic, showId, newsAt: { $lt: newsAt }, endsAt: { $gt: new Date() } }
    return (await deliveries.countDocuments({ ...earlier, ...toAll }, { limit: 1 })) > 0
  }

  /** Removes the repetitions of earlier messages about the same show: sent after this message, they would replace it on
   * the phone. */
  async function removeSuperseded({ topic, showId, newsAt }: DeliveryRecord): Promise<void> {
    if (showId === undefined || newsAt === undefined) return
    const earlier = { topic, showId, newsAt: { $lt: newsAt } }
    await deliveries.deleteMany({ ...earlier, subscriptionId: { $exists: true } })
  }

  return {
    /** Stores a subscription, or replaces a stored one with the same id.
     * @param endsAt when it ends by itself; undefined for never
     * @param network a digest of the network of the request
     * @returns undefined if there is no room */
    async add(
      body: PushSubscriptionBody,
      endsAt: Date | undefined,
      network: string,
      session?: string,
    ): Promise<string | undefined> {
      const _id = idOf(body)
      const host = new URL(body.subscription.endpoint).hostname
      const isKnown = (await subscriptions.countDocuments({ _id })) > 0
      if (!isKnown && !(await hasRoom(host, network))) return
      const $set = {
        ...body,
        ...(endsAt && { endsAt }),
        ...(session && { session }),
        host,
        network,
      }
      await subscriptions.updateOne(
        { _id },
        { $set, $setOnInsert: { createdAt: new Date() } },
        { upsert: true },
      )
      return _id
    },

    count: (): Promise<number> => subscriptions.countDocuments(),

    /** Whether there are nearly as many subscriptions as there may be. */
    isNearlyFull: async () => (await subscriptions.estimatedDocumentCount()) >= maxInAll * alarmAt,

    async markDelivered(_id: string): Promise<void> {
      await subscriptions.updateOne(
        { _id },
        { $set: { isConfirmed: true }, $unset: { failingSince: '' } },
      )
    },

    async markFailing(_id: string): Promise<void> {
      const isNew = { _id, failingSince: { $exists: false } }
      await subscriptions.updateOne(isNew, { $set: { failingSince: new Date() } })
    },

    /** @returns whether there was such a subscription */
    async remove(_id: string): Promise<boolean> {
      return (await subscriptions.deleteOne({ _id })).deletedCount === 1
    },

    /** Whether a push service has accepted a message for a phone of the band. */
    async hasConfirmed(): Promise<boolean> {
      return (await subscriptions.findOne({ topic: 'enquiries', isConfirmed: true })) !== null
    },

    /** Removes the subscriptions of the band's phones.
     * @param session the id of a token, with which they were added; undefined for all */
    async removeBandPhones(session?: string): Promise<void> {
      await subscriptions.deleteMany({ topic: 'enquiries', ...(session && { session }) })
    },

    /** Sets the end of the subscriptions of a show, for example because the show was moved. */
    async endShow(showId: string, endsAt: Date): Promise<void> {
      await subscriptions.updateMany({ showId }, { $set: { endsAt } })
    },

    countAudience: (audience: Audience): Promise<number> =>
      subscriptions.countDocuments(ofAudience(audience)),

    /** The next subscriptions of a delivery, by their ids. */
    recipients: (delivery: DeliveryRecord, limit: number): Promise<SubscriptionRecord[]> => {
      const { subscriptionId, sentUpTo, before } = delivery
      const ids = { $gt: sentUpTo, ...(before !== undefined && { $lt: before }) }
      const filter =
        subscriptionId === undefined
          ? { ...ofAudience(delivery), _id: ids }
          : { _id: subscriptionId }
      return subscriptions.find(filter).sort({ _id: 1 }).limit(limit).toArray()
    },

    /** Adds a delivery to one subscription.
     * @returns the stored record */
    async addDelivery(delivery: Omit<DeliveryRecord, '_id'>): Promise<DeliveryRecord> {
      const { insertedId: _id } = await deliveries.insertOne(delivery)
      return { ...delivery, _id }
    },

    /** Adds a message to all subscriptions of an audience. */
    async addDeliveries(
      audience: Audience,
      news: Pick<DeliveryRecord, 'message' | 'endsAt' | 'newsAt'>,
    ): Promise<void> {
      const limit = maxUndivided + 1
      const isDivided =
        (await subscriptions.countDocuments(ofAudience(audience), { limit })) >= limit
      const starts = isDivided ? ['', ...dividers] : ['']
      const common = {
        ...audience,
        ...news,
        attempts: 0,
        dueAt: new Date(),
      }
      await deliveries.insertMany(
        starts.map((sentUpTo, index) => {
          const before = starts[index + 1]
          return { ...common, sentUpTo, ...(before !== undefined && { before }) }
        }),
      )
    },

    /** Claims the next due delivery of a new message, so that no other process sends it. A later message about a show waits
     * for the earlier ones.
     * @returns null if none is due */
    async claimNew(): Promise<DeliveryRecord | null> {
      const due = { ...dueNow(), ...toAll }
      for await (const candidate of deliveries.find(due).sort({ newsAt: 1, _id: 1 })) {
        if (await hasEarlier(candidate)) continue
        const claimed = await claim({ _id: candidate._id, ...due })
        if (!claimed) continue
        await removeSuperseded(claimed)
        return claimed
      }
      return null
    },

    /** Claims a message that could not be delivered to one subscription and is due again. */
    claimRepeated: () => claim({ ...dueNow(), subscriptionId: { $exists: true } }),

    /** Makes all claimed messages due again. To be called only at the start, when no other process uses the database. */
    async releaseClaims(): Promise<void> {
      await deliveries.updateMany(toAll, { $set: { dueAt: new Date() } })
    },

    /** Sets the next attempt of a delivery to one subscription. */
    async postpone(_id: ObjectId, next: Pick<DeliveryRecord, 'attempts' | 'dueAt'>): Promise<void> {
      await deliveries.updateOne({ _id }, { $set: next })
    },

    /** Records progress, and renews the claim. */
    async advance(_id: ObjectId, sentUpTo: string): Promise<void> {
      const dueAt = new Date(Date.now() + claimDuration)
      await deliveries.updateOne({ _id }, { $set: { sentUpTo, dueAt } })
    },

    async finish(_id: ObjectId): Promise<void> {
      await deliveries.deleteOne({ _id })
    },
  }
}

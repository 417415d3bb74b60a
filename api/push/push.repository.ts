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
  /** When the subscription ends by itself, because its show is over. */
  endsAt?: Date
}

/** A message that is being sent: to all subscriptions of a topic, or to a single one if an attempt has failed. */
export interface DeliveryRecord {
  _id: ObjectId
  topic: PushTopic
  showId?: string
  subscriptionId?: string
  message: PushMessage
  /** Subscriptions up to this id have the message already. */
  sentUpTo: string
  attempts: number
  /** The earliest instant at which a process may claim the delivery; a claim postpones it. */
  dueAt: Date
  /** When the message expires. */
  endsAt: Date
}

export type Audience = Pick<DeliveryRecord, 'topic' | 'showId'>
export type PushRepository = Awaited<ReturnType<typeof openPushRepository>>

/** Milliseconds for which a process may work on a delivery before another one takes over. */
const claimDuration = 2 * 60_000

const idOf = ({ topic, showId = '', subscription }: PushSubscriptionBody) =>
  createHash('sha256').update(`${topic} ${showId} ${subscription.endpoint}`).digest('base64url')

/** The push subscriptions of visitors, and the messages that are being sent to them, in MongoDB. */
export async function openPushRepository(db: Db) {
  const subscriptions = db.collection<SubscriptionRecord>('pushSubscriptions')
  const deliveries = db.collection<Omit<DeliveryRecord, '_id'>>('pushDeliveries')
  await subscriptions.createIndex({ topic: 1, showId: 1, _id: 1 })
  await subscriptions.createIndex({ endsAt: 1 }, { expireAfterSeconds: 0 })
  await deliveries.createIndex({ dueAt: 1 })
  await deliveries.createIndex({ endsAt: 1 }, { expireAfterSeconds: 0 })

  const ofAudience = ({ topic, showId }: Audience): Filter<SubscriptionRecord> => ({
    topic,
    showId: showId ?? { $exists: false },
  })

  return {
    /** Stores a subscription, or replaces a stored one with the same id.
     * @param endsAt when it ends by itself; undefined for never */
    async add(body: PushSubscriptionBody, endsAt: Date | undefined): Promise<string> {
      const _id = idOf(body)
      const record = { ...body, ...(endsAt && { endsAt }) }
      await subscriptions.replaceOne({ _id }, record, { upsert: true })
      return _id
    },

    count: () => subscriptions.estimatedDocumentCount(),

    /** @returns whether there was such a subscription */
    async remove(_id: string): Promise<boolean> {
      return (await subscriptions.deleteOne({ _id })).deletedCount === 1
    },

    /** Sets the end of the subscriptions of a show, for example because the show was moved. */
    async endShow(showId: string, endsAt: Date): Promise<void> {
      await subscriptions.updateMany({ showId }, { $set: { endsAt } })
    },

    hasAudience: async (audience: Audience): Promise<boolean> =>
      (await subscriptions.findOne(ofAudience(audience), { projection: { _id: 1 } })) !== null,

    /** The next subscriptions of a delivery, by their ids. */
    recipients: (delivery: DeliveryRecord, limit: number): Promise<SubscriptionRecord[]> => {
      const { subscriptionId, sentUpTo } = delivery
      const filter =
        subscriptionId === undefined
          ? { ...ofAudience(delivery), _id: { $gt: sentUpTo } }
          : { _id: subscriptionId }
      return subscriptions.find(filter).sort({ _id: 1 }).limit(limit).toArray()
    },

    async addDelivery(
      delivery: Pick<DeliveryRecord, 'message' | 'endsAt'> & Partial<DeliveryRecord> & Audience,
    ): Promise<void> {
      await deliveries.insertOne({ sentUpTo: '', attempts: 0, dueAt: new Date(), ...delivery })
    },

    /** Claims a due delivery, so that no other process works on it. */
    claimDelivery: (): Promise<DeliveryRecord | null> => {
      const now = Date.now()
      return deliveries.findOneAndUpdate(
        { dueAt: { $lte: new Date(now) }, endsAt: { $gt: new Date(now) } },
        { $set: { dueAt: new Date(now + claimDuration) } },
        { sort: { dueAt: 1 }, returnDocument: 'after' },
      )
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

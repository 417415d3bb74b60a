import type { Filter, ObjectId } from 'mongodb'
import { type Audience, claimDuration, type Deliveries, type DeliveryRecord } from './push-records'

/** A delivery to more subscriptions is divided into several, which processes send at the same time. */
const maxUndivided = 2_000
/** The ids at which a delivery is divided: every fourth first character of a base64url text, in their order. */
const dividers = [...'37BFJNRVZcgkosw']

/** Operations on the messages that are being sent. */
export function deliveryStoreOf(deliveries: Deliveries) {
  const toAll = { subscriptionId: { $exists: false } }
  const dueNow = () => ({ dueAt: { $lte: new Date() }, endsAt: { $gt: new Date() } })

  const claim = (filter: Filter<DeliveryRecord>): Promise<DeliveryRecord | null> =>
    deliveries.findOneAndUpdate(
      filter,
      { $set: { dueAt: new Date(Date.now() + claimDuration) } },
      { sort: { dueAt: 1 }, returnDocument: 'after' },
    )

  /** A filter for earlier messages about the same show; undefined if the message is about no show. */
  const earlierThan = ({ topic, showId, newsAt }: DeliveryRecord) =>
    showId && newsAt && { topic, showId, newsAt: { $lt: newsAt } }

  return {
    /** Adds a delivery to one subscription.
     * @returns the stored record */
    async addDelivery(delivery: Omit<DeliveryRecord, '_id'>): Promise<DeliveryRecord> {
      const { insertedId: _id } = await deliveries.insertOne(delivery)
      return { ...delivery, _id }
    },

    /** Adds a message to all subscriptions of an audience.
     * @param count how many there are */
    async addDeliveries(
      audience: Audience,
      count: number,
      news: Pick<DeliveryRecord, 'message' | 'endsAt' | 'newsAt'>,
    ): Promise<void> {
      const starts = count > maxUndivided ? ['', ...dividers] : ['']
      const common = { ...audience, ...news, attempts: 0, dueAt: new Date() }
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
        const earlier = earlierThan(candidate)
        const unsent = { ...toAll, endsAt: { $gt: new Date() } }
        if (earlier && (await deliveries.findOne({ ...earlier, ...unsent }))) continue
        const claimed = await claim({ _id: candidate._id, ...due })
        if (!claimed) continue
        // Repeated earlier messages that arrive after this one would replace it on the phone.
        if (earlier) await deliveries.deleteMany({ ...earlier, subscriptionId: { $exists: true } })
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

import { createHash } from 'node:crypto'
import type { Filter } from 'mongodb'
import type { PushSubscriptionBody } from '../contract/push'
import { anyMember } from '../mongo/database'
import {
  type Audience,
  type DeliveryRecord,
  ofAudience,
  type SubscriptionRecord,
  type Subscriptions,
} from './push-records'

/** The most subscriptions, in all, at one push service and from one network. */
const [maxInAll, maxAtHost, maxFromNetwork] = [50_000, 40_000, 1_000]
/** The part of `maxInAll` from which the band is warned. */
const alarmAt = 0.9

const idOf = ({ topic, showId = '', subscription }: PushSubscriptionBody) =>
  createHash('sha256').update(`${topic} ${showId} ${subscription.endpoint}`).digest('base64url')

/** Creates the check whether a subscription has room. */
function createRoomCheck(subscriptions: Subscriptions) {
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

  return hasRoom
}

/** Operations on the push subscriptions. */
export function subscriptionStoreOf(subscriptions: Subscriptions) {
  const hasRoom = createRoomCheck(subscriptions)
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
    isNearlyFull: async () =>
      (await subscriptions.estimatedDocumentCount(anyMember)) >= maxInAll * alarmAt,

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
  }
}

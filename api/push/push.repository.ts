import type { Db } from 'mongodb'
import { deliveryStoreOf } from './delivery-store'
import type { Deliveries, Subscriptions } from './push-records'
import { subscriptionStoreOf } from './subscription-store'

export type PushRepository = Awaited<ReturnType<typeof openPushRepository>>

/** The push subscriptions of visitors, and the messages that are being sent to them, in MongoDB. */
export async function openPushRepository(db: Db) {
  const subscriptions: Subscriptions = db.collection('pushSubscriptions')
  const deliveries: Deliveries = db.collection('pushDeliveries')
  await subscriptions.createIndexes([
    { key: { topic: 1, showId: 1, _id: 1 } },
    { key: { endsAt: 1 }, expireAfterSeconds: 0 },
    { key: { host: 1, failingSince: 1 } },
    { key: { network: 1, failingSince: 1 } },
    { key: { failingSince: 1 }, sparse: true },
  ])
  await deliveries.createIndexes([
    { key: { dueAt: 1 } },
    { key: { showId: 1, newsAt: 1 } },
    { key: { endsAt: 1 }, expireAfterSeconds: 0 },
  ])
  return { ...subscriptionStoreOf(subscriptions), ...deliveryStoreOf(deliveries) }
}

import type { Db } from 'mongodb'
import { deliveryStoreOf } from './delivery-store'
import type { Deliveries, Subscriptions } from './push-records'
import { subscriptionStoreOf } from './subscription-store'

export type PushRepository = Awaited<ReturnType<typeof openPushRepository>>

/** The push subscriptions of visitors, and the messages that are being sent to them, in MongoDB. */
export async function openPushRepository(db: Db) {
  const subscriptions: Subscriptions = db.collection('pushSubscriptions')
  const deliveries: Deliveries = db.collection('pushDeliveries')
  await subscriptions.createIndex({ topic: 1, showId: 1, _id: 1 })
  await subscriptions.createIndex({ endsAt: 1 }, { expireAfterSeconds: 0 })
  await subscriptions.createIndex({ host: 1, failingSince: 1 })
  await subscriptions.createIndex({ network: 1, failingSince: 1 })
  await subscriptions.createIndex({ failingSince: 1 }, { sparse: true })
  await deliveries.createIndex({ dueAt: 1 })
  await deliveries.createIndex({ showId: 1, newsAt: 1 })
  await deliveries.createIndex({ endsAt: 1 }, { expireAfterSeconds: 0 })
  return {
    ...subscriptionStoreOf(subscriptions),
    ...deliveryStoreOf(deliveries, subscriptions),
  }
}

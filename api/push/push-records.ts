import type { Collection, Filter, ObjectId } from 'mongodb'
import type { BrowserSubscription, PushMessage, PushTopic } from '../contract/push'

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
export type Subscriptions = Collection<SubscriptionRecord>
export type Deliveries = Collection<Omit<DeliveryRecord, '_id'>>

/** Milliseconds for which a process may work on a delivery before another one takes over. */
export const claimDuration = 2 * 60_000

/** The subscriptions that get the messages of an audience. */
export const ofAudience = ({ topic, showId }: Audience): Filter<SubscriptionRecord> => ({
  topic,
  showId: showId ?? { $exists: false },
})

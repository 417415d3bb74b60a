import { setTimeout as sleep } from 'node:timers/promises'
import type { PushRepository } from './push.repository'
import { claimDuration, type DeliveryRecord, type SubscriptionRecord } from './push-records'
import type { Send } from './sender'
import type { Services } from './services'

interface Dependencies {
  repository: PushRepository
  services: Services
  send: Send
  onError: (error: unknown) => void
}

const maxAttempts = 6
/** Milliseconds. */
const [firstBackoff, stuckCheckInterval] = [60_000, 200]

/** Milliseconds from an attempt to the next: a minute, four, a quarter of an hour and so on. */
const backoff = (attempts: number) => firstBackoff * 4 ** Math.max(0, attempts - 1)

/** Creates the function that sends a message to some browsers. If the message has to be sent to a browser again, the function
 * stores a delivery for that browser; it does the same, without waiting, if a push service does not respond. */
export function createGroupSender({ repository, services, send, onError }: Dependencies) {
  /** Adds a record of a message to one subscription, beside that of the message to all. */
  const addRepeated = ({ _id, ...delivery }: DeliveryRecord, own: Partial<DeliveryRecord>) =>
    repository.addDelivery({ ...delivery, ...own })

  /** Records that a message has to be sent to one subscription again; after the last attempt the subscription ends.
   * @param delivery the one to all subscriptions, or the earlier one to this subscription, which is then changed */
  async function postpone(
    delivery: DeliveryRecord,
    { _id, subscription }: SubscriptionRecord,
    outcome: 'failed' | 'postponed',
  ) {
    const isRepeated = delivery.subscriptionId !== undefined
    const attempts = delivery.attempts + Number(outcome === 'failed')
    if (attempts >= maxAttempts) {
      await repository.remove(_id)
      return void (isRepeated && (await repository.finish(delivery._id)))
    }
    if (outcome === 'failed') await repository.markFailing(_id)
    // Spread over a minute, so that they are not all due at once.
    const earliest = Math.max(services.pausedUntil(subscription.endpoint), Date.now())
    const dueAt = new Date(earliest + backoff(attempts) + Math.random() * firstBackoff)
    if (isRepeated) return repository.postpone(delivery._id, { attempts, dueAt })
    await addRepeated(delivery, { subscriptionId: _id, attempts, dueAt })
  }

  return async (delivery: DeliveryRecord, recipients: readonly SubscriptionRecord[]) => {
    let isWaiting = true
    const waiting = new Map<SubscriptionRecord, Promise<void>>()
    const handedOver = new Map<SubscriptionRecord, DeliveryRecord>()
    const isStuck = ({ subscription }: SubscriptionRecord) =>
      services.isStuck(subscription.endpoint)

    async function sendTo(recipient: SubscriptionRecord) {
      const outcome = isStuck(recipient)
        ? 'postponed'
        : await send(delivery, recipient, () => isWaiting)
      const own = handedOver.get(recipient) ?? delivery
      if (outcome !== 'done') await postpone(own, recipient, outcome)
      else if (own.subscriptionId !== undefined) await repository.finish(own._id)
      waiting.delete(recipient)
    }

    for (const recipient of recipients) waiting.set(recipient, sendTo(recipient))
    while (waiting.size > 0 && ![...waiting.keys()].every(isStuck))
      await Promise.race([Promise.all(waiting.values()), sleep(stuckCheckInterval)])
    isWaiting = false
    for (const [recipient, sending] of waiting) {
      sending.catch(onError)
      if (delivery.subscriptionId !== undefined) continue
      const dueAt = new Date(Date.now() + claimDuration)
      const own = await addRepeated(delivery, { subscriptionId: recipient._id, dueAt })
      handedOver.set(recipient, own)
    }
  }
}

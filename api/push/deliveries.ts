import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import webPush from 'web-push'
import { startBackgroundTask } from '../process/background-task'
import type { Logger } from '../process/log'
import { createSampler } from '../process/sampler'
import type { Post } from './post'
import type { PushRepository } from './push.repository'
import type { PushKeys } from './push-keys'
import { claimDuration, type DeliveryRecord, type SubscriptionRecord } from './push-records'
import { createServices } from './services'

interface Dependencies {
  repository: PushRepository
  keys: PushKeys
  /** The contact of the sender (RFC 8292, 2.1): an https or mailto URL. */
  contact: string
  post: Post
  log: Logger
}

/** The outcome of sending a message to one browser: `postponed` was not begun. */
type Outcome = 'done' | 'failed' | 'postponed'

const batchSize = 500
/** The number of repeated messages in flight. */
const maxRetries = 50
const maxAttempts = 6
/** Log lines about failures, of which a push service can cause any number. */
const maxLinesPerMinute = 10
/** Milliseconds. */
const [checkInterval, firstBackoff, stopTimeout, stuckCheckInterval] = [30_000, 60_000, 5_000, 200]

/** Milliseconds from an attempt to the next: a minute, four, a quarter of an hour and so on. */
const backoff = (attempts: number) => firstBackoff * 4 ** Math.max(0, attempts - 1)

/** Whether another attempt may succeed: not after a redirect or a refusal (RFC 8030, 5 and 7.3). */
const isWorthRepeating = (status: number) => status >= 500 || status === 408 || status === 429

/** Sends push messages in the background: new ones first, and beside them those that have to be repeated. A message that
 * a push service does not accept is sent again later, also after a restart and by any process, so a browser may get it
 * twice; it replaces itself there by its tag. */
export function createDeliveries({ repository, keys, contact, post, log }: Dependencies) {
  const services = createServices()
  // At most one message is encrypted in each turn of the event loop, so that the site answers requests in between.
  const encryption = pLimit(1)
  const admitsLine = createSampler({
    maxPerMinute: maxLinesPerMinute,
    onSuppressed: (_, count) => log.warn({ count }, 'further push messages were not accepted'),
  })

  const onError = (err: unknown) => log.warn({ err }, 'push messages could not be read or updated')

  function report(endpoint: string, reason: { status: number } | { err: unknown }) {
    const service = new URL(endpoint).host
    if (admitsLine('push')) log.warn({ ...reason, service }, 'a push message was not accepted')
  }

  /** Records the response of a push service. */
  async function handle(status: number, recipient: SubscriptionRecord): Promise<Outcome> {
    const { _id, subscription, failingSince, isConfirmed } = recipient
    if (status >= 200 && status < 300) {
      if (failingSince || !isConfirmed) await repository.markDelivered(_id)
      return 'done'
    }
    if (status !== 404 && status !== 410) report(subscription.endpoint, { status })
    if (isWorthRepeating(status)) return 'failed'
    await repository.remove(_id)
    return 'done'
  }

  async function send(
    { message, endsAt }: DeliveryRecord,
    recipient: SubscriptionRecord,
    isWanted: () => boolean,
  ): Promise<Outcome> {
    const seconds = Math.max(0, Math.round((endsAt.getTime() - Date.now()) / 1000))
    const { subscription } = recipient
    const { endpoint } = subscription
    try {
      const { headers, body } = await encryption(async () => {
        await nextTurn()
        return webPush.generateRequestDetails(subscription, JSON.stringify(message), {
          vapidDetails: { subject: contact, ...keys },
          TTL: seconds,
          urgency: 'high',
        })
      })
      const sent = { endpoint, headers: headers as Record<string, string>, body }
      const status = await services.send(endpoint, isWanted, () => post(sent))
      return status === undefined ? 'postponed' : await handle(status, recipient)
    } catch (err) {
      report(endpoint, { err })
      return services.isOffline() ? 'postponed' : 'failed'
    }
  }

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

  /** Sends a message to some browsers. It does not wait for services that do not respond: each message to them gets a record
   * of its own, so that it can be repeated. */
  async function sendToAll(delivery: DeliveryRecord, recipients: readonly SubscriptionRecord[]) {
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

  async function deliver(claimed: DeliveryRecord, stopping: AbortSignal) {
    let delivery = claimed
    while (!stopping.aborted) {
      const recipients = await repository.recipients(delivery, batchSize)
      await sendToAll(delivery, recipients)
      const last = recipients.at(-1)
      if (!last || recipients.length < batchSize) return repository.finish(delivery._id)
      await repository.advance(delivery._id, last._id)
      delivery = { ...delivery, sentUpTo: last._id }
    }
  }

  /** Sends a message again to one browser. */
  async function repeat(delivery: DeliveryRecord) {
    const recipients = await repository.recipients(delivery, 1)
    if (recipients.length === 0) return repository.finish(delivery._id)
    return sendToAll(delivery, recipients)
  }

  async function sendNew(stopping: AbortSignal) {
    while (!stopping.aborted) {
      const delivery = await repository.claimNew()
      if (!delivery) return
      await deliver(delivery, stopping)
    }
  }

  async function sendAgain(stopping: AbortSignal) {
    while (!stopping.aborted) {
      const claimed: DeliveryRecord[] = []
      while (claimed.length < maxRetries) {
        const delivery = await repository.claimRepeated()
        if (!delivery) break
        claimed.push(delivery)
      }
      if (claimed.length === 0) return
      await Promise.all(claimed.map(repeat))
    }
  }

  const timing = { onError, interval: checkInterval, stopTimeout }
  const tasks = [sendNew, sendAgain].map((run) => startBackgroundTask({ run, ...timing }))
  return {
    /** Sends the due messages after the current runs. */
    flush: () => Promise.all(tasks.map(({ requestRun }) => requestRun())),
    stop: () => Promise.all(tasks.map(({ stop }) => stop())),
  }
}

import pLimit from 'p-limit'
import webPush from 'web-push'
import { startBackgroundTask } from '../process/background-task'
import type { Logger } from '../process/log'
import type { Post } from './post'
import type { DeliveryRecord, PushRepository, SubscriptionRecord } from './push.repository'
import type { PushKeys } from './push-keys'

interface Dependencies {
  repository: PushRepository
  keys: PushKeys
  /** The contact of the sender (RFC 8292, 2.1): an https or mailto URL. */
  contact: string
  post: Post
  log: Logger
}

/** The outcome of sending a message to one browser. */
type Outcome = 'sent' | 'gone' | 'failed'

const batchSize = 100
const maxConcurrent = 10
const maxAttempts = 6
/** Milliseconds. */
const [checkInterval, firstBackoff, stopTimeout] = [30_000, 60_000, 5_000]

/** Milliseconds from an attempt to the next: a minute, four, a quarter of an hour and so on. */
const backoff = (attempts: number) => firstBackoff * 4 ** (attempts - 1)

/** Sends push messages in the background. A message that a push service does not accept is sent again later, also after a
 * restart and by any process, so a browser may get it twice; it replaces itself there by its tag. */
export function createDeliveries({ repository, keys, contact, post, log }: Dependencies) {
  const limit = pLimit(maxConcurrent)

  async function send(
    { message, endsAt }: DeliveryRecord,
    { subscription }: SubscriptionRecord,
  ): Promise<Outcome> {
    const seconds = Math.max(0, Math.round((endsAt.getTime() - Date.now()) / 1000))
    try {
      const { endpoint, headers, body } = webPush.generateRequestDetails(
        subscription,
        JSON.stringify(message),
        { vapidDetails: { subject: contact, ...keys }, TTL: seconds, urgency: 'high' },
      )
      const status = await post({ endpoint, headers: headers as Record<string, string>, body })
      if (status >= 200 && status < 300) return 'sent'
      // The subscription does not exist any more (RFC 8030, 7.3).
      if (status === 404 || status === 410) return 'gone'
      log.warn({ status, service: new URL(endpoint).host }, 'a push message was not accepted')
    } catch (err) {
      log.warn({ err }, 'a push message could not be sent')
    }
    return 'failed'
  }

  async function sendTo(delivery: DeliveryRecord, recipient: SubscriptionRecord) {
    const outcome = await send(delivery, recipient)
    if (outcome === 'gone') await repository.remove(recipient._id)
    const attempts = delivery.attempts + 1
    if (outcome !== 'failed' || attempts >= maxAttempts) return
    const { _id, ...again } = delivery
    const dueAt = new Date(Date.now() + backoff(attempts))
    await repository.addDelivery({ ...again, subscriptionId: recipient._id, attempts, dueAt })
  }

  async function deliver(claimed: DeliveryRecord, stopping: AbortSignal) {
    let delivery = claimed
    while (!stopping.aborted) {
      const recipients = await repository.recipients(delivery, batchSize)
      const current = delivery
      await Promise.all(recipients.map((one) => limit(() => sendTo(current, one))))
      const last = recipients.at(-1)
      if (delivery.subscriptionId !== undefined || !last || recipients.length < batchSize)
        return repository.finish(delivery._id)
      await repository.advance(delivery._id, last._id)
      delivery = { ...delivery, sentUpTo: last._id }
    }
  }

  async function sendDue(stopping: AbortSignal) {
    while (!stopping.aborted) {
      const delivery = await repository.claimDelivery()
      if (!delivery) return
      await deliver(delivery, stopping)
    }
  }

  const task = startBackgroundTask({
    run: sendDue,
    onError: (err) => log.warn({ err }, 'push messages could not be read or updated'),
    interval: checkInterval,
    stopTimeout,
  })
  return {
    /** Sends the due messages after the current run. */
    flush: task.requestRun,
    stop: task.stop,
  }
}

import { setImmediate as nextTurn } from 'node:timers/promises'
import pLimit from 'p-limit'
import webPush from 'web-push'
import type { Logger } from '../process/log'
import { createSampler } from '../process/sampler'
import type { Post } from './post'
import type { PushRepository } from './push.repository'
import type { PushKeys } from './push-keys'
import type { DeliveryRecord, SubscriptionRecord } from './push-records'
import type { Services } from './services'

export interface SenderDependencies {
  repository: PushRepository
  services: Services
  keys: PushKeys
  /** The contact of the sender (RFC 8292, 2.1): an https or mailto URL. */
  contact: string
  post: Post
  log: Logger
}

/** The outcome of sending a message to one browser. `postponed`: not delivered, and not counted as an attempt, because its
 * service is paused or stuck, or the site itself is offline. */
type Outcome = 'done' | 'failed' | 'postponed'

/** Limits the log lines, because a push service can cause any number of failures. */
const maxLinesPerMinute = 10

/** Whether another attempt may succeed: not after a redirect or a refusal (RFC 8030, 5 and 7.3). 401 and 403 refuse the
 * sender's signature (RFC 8292, 4.2), for example because its clock is wrong; the subscription is valid. */
const isWorthRepeating = (status: number) => status >= 500 || [401, 403, 408, 429].includes(status)

/** Sends a message to one browser.
 * @param isWanted called when the message's turn comes; if it returns false, the message is not sent */
export type Send = (
  delivery: DeliveryRecord,
  recipient: SubscriptionRecord,
  isWanted: () => boolean,
) => Promise<Outcome>

/** Creates the function that sends a message to one browser. */
export function createSender(dependencies: SenderDependencies): Send {
  const { repository, services, keys, contact, post, log } = dependencies
  // At most one message is encrypted in each turn of the event loop, so that the site answers requests in between.
  const encryption = pLimit(1)
  const admitsLine = createSampler({
    maxPerMinute: maxLinesPerMinute,
    onSuppressed: (_, count) => log.warn({ count }, 'further push messages were not accepted'),
  })

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

  return async ({ message, endsAt }, recipient, isWanted) => {
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
}

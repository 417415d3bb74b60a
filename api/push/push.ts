import { createHmac } from 'node:crypto'
import type { Db } from 'mongodb'
import webPush from 'web-push'
import {
  type BrowserSubscription,
  type PushSubscriptionBody,
  pushOperations,
} from '../contract/push'
import type { Show } from '../contract/shows'
import { networkOf, wideNetworkOf } from '../http/client-address'
import { invalidField, notFound, tooManyRequests, unavailable } from '../http/problem'
import type { PublicResponses } from '../http/public-responses'
import { removeIfSessionEnded } from '../http/remove-if-session-ended'
import { createRequestRate } from '../http/request-rate'
import { type Authorise, implement, reply } from '../http/route'
import type { Logger } from '../process/log'
import { createAnnouncements, endOf } from './announcements'
import { createDeliveries } from './deliveries'
import { isAllowedEndpoint } from './endpoint'
import { createPost, type Post } from './post'
import { openPushRepository } from './push.repository'
import { openPushKeys } from './push-keys'

interface Dependencies {
  db: Db
  /** Whether no other process uses the database. */
  isEmbedded: boolean
  band: () => { name: string }
  authorise: Authorise
  /** The contact of the sender (RFC 8292, 2.1): an https or mailto URL. */
  contact: string
  /** A public show by its id. */
  show: (id: string) => Show | undefined
  /** The current day in the band's time zone, as YYYY-MM-DD. */
  today: () => string
  responses: PublicResponses
  rateLimit: boolean
  /** Push services that subscriptions may name, besides those of the browsers' makers. */
  pushHosts: readonly string[]
  /** By default, messages are posted to public addresses over https. */
  post?: Post | undefined
  log: Logger
}

const tooManySubscriptions = () =>
  unavailable('There are too many subscriptions: please try again in an hour.', 3600)

/** Push messages to visitors who asked for them, without an account (RFC 8030, 8291 and 8292). */
export async function createPush(dependencies: Dependencies) {
  const { db, isEmbedded, band, contact, show, today, authorise } = dependencies
  const { responses, rateLimit, pushHosts, post = createPost(), log } = dependencies
  const keys = await openPushKeys(db)
  const repository = await openPushRepository(db)
  if (isEmbedded) await repository.releaseClaims()
  const deliveries = createDeliveries({ repository, keys, contact, post, log })
  const news = createAnnouncements({ repository, band, today, flush: deliveries.flush })
  const take = createRequestRate()

  function checkRate(address: string) {
    const wait = rateLimit ? take(networkOf(address)) : 0
    if (wait > 0)
      throw tooManyRequests('There were too many requests. Please try again later.', wait)
  }

  /** A digest of the network of an address, from which nobody without the keys can compute the network. */
  const digestOf = (address: string) =>
    createHmac('sha256', keys.privateKey).update(wideNetworkOf(address)).digest('base64url')

  /** @throws Problem 422 for a subscription to which no message can be sent */
  function check(subscription: BrowserSubscription) {
    const refused = (message: string) => invalidField('subscription', message)
    if (!isAllowedEndpoint(subscription.endpoint, pushHosts))
      throw refused('Its endpoint must be an https address of a known push service.')
    try {
      webPush.generateRequestDetails(subscription, 'x')
    } catch {
      throw refused('Its keys can not be used to encrypt a message.')
    }
  }

  /** When a subscription to a show ends by itself; undefined for other topics.
   * @throws Problem 422 if there is no such show */
  function endOfTopic({ showId }: PushSubscriptionBody): Date | undefined {
    if (showId === undefined) return
    const about = show(showId)
    if (!about) throw invalidField('showId', 'This must be the id of a show.')
    return endOf(about)
  }

  const routes = implement(pushOperations, {
    pushKey: () => reply(200, { publicKey: keys.publicKey }),
    async addPushSubscription({ context, request, body }) {
      checkRate(context.address)
      const { topic, subscription } = body
      const session = topic === 'enquiries' ? await authorise(context) : undefined
      check(subscription)
      // Messages about enquiries are about all of them.
      const wanted = session ? { topic, subscription } : body
      const endsAt = endOfTopic(wanted)
      const id = await repository.add(wanted, endsAt, digestOf(context.address), session?.jti)
      if (id === undefined) throw tooManySubscriptions()
      if (session) {
        await removeIfSessionEnded(authorise, context, () => repository.remove(id))
        await news.confirmPhone(responses.siteOf(request))
      }
      const { subscription: _, ...about } = wanted
      return reply(201, { subscription: { id, ...about } })
    },
    async deletePushSubscription({ context, parameters }) {
      checkRate(context.address)
      if (!(await repository.remove(parameters.subscription))) throw notFound()
      return reply(204)
    },
  })

  return {
    routes,
    announce: news.announce,
    announceEnquiry: news.announceEnquiry,
    notifyBand: news.notifyBand,
    /** Whether a push service has accepted a message for a phone of the band. */
    reachesBand: repository.hasConfirmed,
    /** Ends the messages about enquiries to the phones of one session, or of all. */
    endBandPhones: repository.removeBandPhones,
    /** The state of the messages, for the band. */
    async status() {
      const [all, bandPhones, wasAccepted] = await Promise.all([
        repository.count(),
        repository.countAudience({ topic: 'enquiries' }),
        repository.hasConfirmed(),
      ])
      return { subscriptions: all - bandPhones, bandPhones, wasAccepted }
    },
    /** Whether there are nearly as many subscriptions as there may be. */
    isNearlyFull: repository.isNearlyFull,
    stop: deliveries.stop,
  }
}

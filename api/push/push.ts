import { createHmac } from 'node:crypto'
import type { Db } from 'mongodb'
import webPush from 'web-push'
import {
  type BrowserSubscription,
  type PushMessage,
  type PushSubscriptionBody,
  pushOperations,
} from '../contract/push'
import type { PublicShowChange, Show } from '../contract/shows'
import { networkOf, wideNetworkOf } from '../http/client-address'
import { invalid, notFound, Problem, tooManyRequests } from '../http/problem'
import type { PublicResponses } from '../http/public-responses'
import { createRequestRate } from '../http/request-rate'
import { type Authorise, implement, reply } from '../http/route'
import type { Logger } from '../process/log'
import { adminPaths } from '../shared/admin-map'
import type { BandNews } from '../shared/band-news'
import { pages, showPath } from '../shared/site-map'
import { createDeliveries } from './deliveries'
import { isAllowedEndpoint } from './endpoint'
import { createPost, type Post } from './post'
import { openPushRepository } from './push.repository'
import { openPushKeys } from './push-keys'
import type { Audience } from './push-records'
import { changedShow, newShow } from './show-messages'

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

interface NewEnquiry {
  _id: string
  name: string
  message: string
}

/** The most characters of an enquiry in a message about it; the whole message has at most 4 kB. */
const maxExcerpt = 200

/** Milliseconds. */
const aDay = 24 * 60 * 60_000
/** Milliseconds after which a message that was not delivered expires. */
const newsLifetime = 3 * aDay

/** Midnight UTC at the end of the day after a show; nobody needs messages about it after that. */
const endOf = ({ date }: Show) => new Date(Date.parse(`${date}T00:00:00Z`) + 2 * aDay)

const tooManySubscriptions = () =>
  new Problem(503, 'There are too many subscriptions: please try again in an hour.', {
    headers: { 'retry-after': '3600' },
  })

/** Push messages to visitors who asked for them, without an account (RFC 8030, 8291 and 8292). */
export async function createPush(dependencies: Dependencies) {
  const {
    db,
    isEmbedded,
    band,
    contact,
    show,
    today,
    authorise,
    responses,
    rateLimit,
    pushHosts,
    post = createPost(),
    log,
  } = dependencies
  const keys = await openPushKeys(db)
  const repository = await openPushRepository(db)
  if (isEmbedded) await repository.releaseClaims()
  const deliveries = createDeliveries({ repository, keys, contact, post, log })
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
    const refused = (message: string) => invalid([{ field: 'subscription', message }])
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
    if (!about) throw invalid([{ field: 'showId', message: 'This must be the id of a show.' }])
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
      if (session) await confirmPhone(responses.siteOf(request))
      const { subscription: _, ...about } = wanted
      return reply(201, { subscription: { id, ...about } })
    },
    async deletePushSubscription({ context, parameters }) {
      checkRate(context.address)
      if (!(await repository.remove(parameters.subscription))) throw notFound()
      return reply(204)
    },
  })

  /** @returns how many subscriptions get the message */
  async function deliver(
    audience: Audience,
    news: { message: PushMessage; endsAt: Date; newsAt: Date },
  ) {
    const count = await repository.countAudience(audience)
    if (count === 0) return 0
    await repository.addDeliveries(audience, news)
    void deliveries.flush()
    return count
  }

  const messageOf = (news: { title: string; body: string }, navigate: string, tag: string) => ({
    web_push: 8030 as const,
    notification: { ...news, navigate, lang: 'en', tag },
  })

  /** Sends a message to all phones of the band. */
  async function notifyBand({ title, body, address, tag }: BandNews) {
    const message = messageOf({ title, body }, address, tag)
    const endsAt = new Date(Date.now() + newsLifetime)
    await deliver({ topic: 'enquiries' }, { message, endsAt, newsAt: new Date() })
  }

  /** Sends a message to all of the band's phones after one subscribes. It also shows whether delivery works. */
  const confirmPhone = (site: string) =>
    notifyBand({
      title: 'Enquiries',
      body: 'One more phone gets a message for each new enquiry.',
      address: site + adminPaths.enquiries,
      tag: 'enquiry-phones',
    })

  const tagOf = ({ _id }: Show) => `show-${_id}`

  /** When messages about a show expire. */
  function newsEndsAt(one: Show): Date {
    const latest = new Date(Date.now() + newsLifetime)
    return endOf(one) < latest ? endOf(one) : latest
  }

  async function announceNew(one: Show, site: string) {
    // It may have been public before, with subscriptions that were about to end.
    await repository.endShow(one._id, endOf(one))
    if (one.status === 'cancelled') return
    const message = messageOf(newShow(one, band().name), site + showPath(one.slug), tagOf(one))
    const news = { message, endsAt: newsEndsAt(one), newsAt: new Date(one.updatedAt) }
    return deliver({ topic: 'shows' }, news)
  }

  async function announceChange(before: Show, after: Show | undefined, site: string) {
    const { _id: showId } = before
    const news = changedShow(before, after)
    const page = after ? showPath(after.slug) : pages.shows.path
    const message = news && messageOf(news, site + page, tagOf(before))
    const endsAt = newsEndsAt(after ?? before)
    const newsAt = after ? new Date(after.updatedAt) : new Date()
    const notified =
      message && (await deliver({ topic: 'shows', showId }, { message, endsAt, newsAt }))
    // A deleted show may be restored, so its subscriptions end with its day.
    if (after && after.date !== before.date) await repository.endShow(showId, endOf(after))
    return notified
  }

  return {
    routes,
    /** Stores the message about a new show, or a change of a coming show, for its subscribers. It is sent later.
     * @returns how many subscriptions get it; undefined if there is no news */
    async announce({ before, after, site }: PublicShowChange): Promise<number | undefined> {
      const latest = after ?? before
      if (!latest || latest.date < today()) return
      return before ? announceChange(before, after, site) : announceNew(latest, site)
    },
    /** Sends a message about a new enquiry to the band's phones.
     * @param site the origin of the public site */
    async announceEnquiry({ _id, name, message }: NewEnquiry, site: string): Promise<void> {
      const body = message.length > maxExcerpt ? `${message.slice(0, maxExcerpt)}…` : message
      await notifyBand({
        title: `New enquiry from ${name}`,
        body,
        address: site + adminPaths.enquiries,
        tag: `enquiry-${_id}`,
      })
    },
    notifyBand,
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

import type { Enquiry } from '../contract/enquiries'
import type { PushMessage } from '../contract/push'
import type { PublicShowChange, Show } from '../contract/shows'
import { adminPaths } from '../shared/admin-map'
import type { BandNews } from '../shared/band-news'
import { pages, showPath } from '../shared/site-map'
import type { PushRepository } from './push.repository'
import type { Audience } from './push-records'
import { changedShow, newShow } from './show-messages'

interface Dependencies {
  repository: PushRepository
  band: () => { name: string }
  /** The current day in the band's time zone, as YYYY-MM-DD. */
  today: () => string
  /** Sends the stored messages in the background. */
  flush: () => unknown
}

type NewEnquiry = Pick<Enquiry, '_id' | 'name' | 'message'>

/** The most characters of an enquiry in a message about it; the whole message has at most 4 kB. */
const maxExcerpt = 200

/** Milliseconds. */
const aDay = 24 * 60 * 60_000
/** Milliseconds after which a message that was not delivered expires. */
const newsLifetime = 3 * aDay

/** Midnight UTC at the end of the day after a show; nobody needs messages about it after that. */
export const endOf = ({ date }: Show) => new Date(Date.parse(`${date}T00:00:00Z`) + 2 * aDay)

/** Stores messages about shows for their subscribers, and about enquiries for the band's phones. */
export function createAnnouncements({ repository, band, today, flush }: Dependencies) {
  /** @returns how many subscriptions get the message */
  async function deliver(
    audience: Audience,
    news: { message: PushMessage; endsAt: Date; newsAt: Date },
  ) {
    const count = await repository.countAudience(audience)
    if (count === 0) return 0
    await repository.addDeliveries(audience, count, news)
    void flush()
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
    /** Sends a message to all of the band's phones after one subscribes. It also shows whether delivery works.
     * @param site the origin of the public site */
    confirmPhone: (site: string) =>
      notifyBand({
        title: 'Enquiries',
        body: 'One more phone gets a message for each new enquiry.',
        address: site + adminPaths.enquiries,
        tag: 'enquiry-phones',
      }),
  }
}

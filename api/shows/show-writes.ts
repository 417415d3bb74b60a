import { ObjectId } from 'mongodb'
import type { ShowBody, ShowResponse, showOperations } from '../contract/shows'
import type { PublicResponses } from '../http/public-responses'
import { type Call, reply } from '../http/route'
import type { Records } from '../mongo/records'
import { longDate } from '../shared/show-dates'
import type { openRemovedShows } from './removed-shows'
import { type createShowNews, pendingNews } from './show-news'
import type { createShowPictures } from './show-pictures'
import { publicView, type ShowRecord, toAdminShow } from './show-record'
import { publicSlugs } from './show-slug'
import type { ShowRepository } from './shows.repository'

interface Dependencies {
  shows: Records<ShowRecord, ShowResponse>
  repository: ShowRepository
  removed: Awaited<ReturnType<typeof openRemovedShows>>
  news: Pick<ReturnType<typeof createShowNews>, 'announce'>
  pictures: Pick<ReturnType<typeof createShowPictures>, 'prepare'>
  responses: Pick<PublicResponses, 'siteOf'>
}

type Operations = typeof showOperations

/** Adds, changes and deletes shows, stores the addresses of deleted ones, notifies subscribers, and restores shows from the
 * bin. */
export function createShowWrites(dependencies: Dependencies) {
  const { shows, repository, removed, news, pictures } = dependencies
  const { siteOf } = dependencies.responses

  /** Draws the card of a show in advance and announces its write, which is already stored.
   * @returns how many subscriptions get a message; undefined if no message is sent */
  async function announce(record: ShowRecord): Promise<number | undefined> {
    const show = publicView(record)
    if (show) pictures.prepare(show)
    return news.announce(record._id)
  }

  /** Stores a show once for each key, and announces it. */
  async function add(body: ShowBody, key: string | undefined, request: Request) {
    const site = siteOf(request)
    const { after } = await shows.put(() => repository.add(body, { site, key }))
    await announce(after)
    return after
  }

  /** The slugs and news of shows, to be stored before the shows are deleted.
   * @param site the origin of the public site */
  const removedOf = (records: readonly ShowRecord[], site: string) =>
    records.flatMap((record) => {
      const show = publicView(record)
      const slugs = publicSlugs(record.slugs)
      const pending = [...(record.news ?? []), ...(show ? [pendingNews(show, site)] : [])]
      return show || slugs.length > 0 ? [{ _id: record._id, slugs, news: pending }] : []
    })

  /** Whether another show was made of this show's enquiry. */
  const hasSuccessor = ({ _id, enquiryId }: ShowRecord) =>
    enquiryId !== undefined &&
    shows.items().some((one) => one.enquiryId === enquiryId && !one._id.equals(_id))

  const handlers = {
    addShow: ({ request, body: content, idempotencyKey: key }: Call<Operations['addShow']>) =>
      shows.replyToAdd({ key, content }, () => add(content, key, request)),
    async changeShow(call: Call<Operations['changeShow']>) {
      const { request, body, parameters, versions, idempotencyKey: key } = call
      const id = new ObjectId(parameters.id)
      const site = siteOf(request)
      const { after } = await shows.put(() => repository.change(id, body, { site, versions, key }))
      const notified = await announce(after)
      return shows.replyToChange(after, notified === undefined ? {} : { notified })
    },
    async deleteShow({ request, parameters, versions }: Call<Operations['deleteShow']>) {
      const id = new ObjectId(parameters.id)
      await shows.remove(id, versions, (record) =>
        removed.add(...removedOf([record], siteOf(request))),
      )
      await news.announce(id)
      return reply(204)
    },
  }

  return {
    add,
    handlers,
    /** Deletes those that nobody has changed since they were added. */
    async removeUntouched(ids: readonly ObjectId[], request: Request): Promise<void> {
      await removed.add(...removedOf(await shows.untouchedOf(ids), siteOf(request)))
      await shows.removeUntouched(ids)
      await news.announce(...ids)
    },
    /** How the bin names and restores shows. */
    binKind: {
      kind: 'show' as const,
      label: ({ date, venue, city }: ShowRecord) => `${longDate(date)} at ${venue}, ${city}`,
      async restore(record: ShowRecord, request: Request) {
        const show = publicView(record)
        // Subscribers have received the message that the show was removed.
        const pending =
          show && show.status !== 'cancelled'
            ? [pendingNews({ ...show, status: 'cancelled' }, siteOf(request))]
            : []
        const stored = await repository.retryWhileSlugIsTaken(async () => {
          const slugs = await repository.slugsAfterRestore(record)
          const returning: ShowRecord = { ...record, news: pending, slugs, updatedAt: new Date() }
          // An enquiry is linked with one show.
          if (hasSuccessor(record)) delete returning.enquiryId
          return shows.restore(returning)
        })
        await removed.remove(stored._id)
        await announce(stored)
        return { show: toAdminShow(stored) }
      },
    },
    demo: {
      count: shows.demo.count,
      async remove() {
        const untouched = shows.demo.items()
        await removed.add(
          ...untouched.map(({ _id, slugs }) => ({ _id, slugs: publicSlugs(slugs) })),
        )
        await shows.demo.remove()
      },
    },
  }
}

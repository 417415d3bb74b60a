import type { ObjectId } from 'mongodb'
import type { ShowResponse } from '../contract/shows'
import type { PublicResponses } from '../http/public-responses'
import type { Records } from '../mongo/records'
import { longDate } from '../shared/show-dates'
import type { openRemovedShows } from './removed-shows'
import { type createShowNews, pendingNews } from './show-news'
import { publicView, type ShowRecord, toAdminShow } from './show-record'
import { publicSlugs } from './show-slug'
import type { ShowRepository } from './shows.repository'

interface Dependencies {
  shows: Records<ShowRecord, ShowResponse>
  repository: ShowRepository
  removed: Awaited<ReturnType<typeof openRemovedShows>>
  showNews: Pick<ReturnType<typeof createShowNews>, 'announce'>
  /** Announces the write of a show, which is already stored. */
  announce: (record: ShowRecord) => Promise<unknown>
  responses: Pick<PublicResponses, 'siteOf'>
}

/** Deletes shows, remembers their addresses, tells their subscribers, and restores shows from the bin. */
export function createShowRemovals(dependencies: Dependencies) {
  const { shows, repository, removed, showNews, announce } = dependencies
  const { siteOf } = dependencies.responses

  /** The slugs and news of shows, to be stored before the shows are deleted.
   * @param site the origin of the public site */
  const removedOf = (records: readonly ShowRecord[], site: string) =>
    records.flatMap((record) => {
      const show = publicView(record)
      const slugs = publicSlugs(record.slugs)
      const news = [...(record.news ?? []), ...(show ? [pendingNews(show, site)] : [])]
      return show || slugs.length > 0 ? [{ _id: record._id, slugs, news }] : []
    })

  /** Whether another show was made of this show's enquiry. */
  const hasSuccessor = ({ _id, enquiryId }: ShowRecord) =>
    enquiryId !== undefined &&
    shows.items().some((one) => one.enquiryId === enquiryId && !one._id.equals(_id))

  return {
    /** @param versions the accepted versions; undefined accepts any
     * @throws Problem 404 when there is no such show, 412 when another version is stored */
    async remove(id: ObjectId, versions: number[] | undefined, request: Request): Promise<void> {
      await shows.remove(id, versions, (record) =>
        removed.add(...removedOf([record], siteOf(request))),
      )
      await showNews.announce(id)
    },
    /** Deletes those that nobody has changed since they were added. */
    async removeUntouched(ids: readonly ObjectId[], request: Request): Promise<void> {
      await removed.add(...removedOf(await shows.untouchedOf(ids), siteOf(request)))
      await shows.removeUntouched(ids)
      await showNews.announce(...ids)
    },
    /** How the bin names and restores shows. */
    binKind: {
      kind: 'show' as const,
      label: ({ date, venue, city }: ShowRecord) => `${longDate(date)} at ${venue}, ${city}`,
      async restore(record: ShowRecord, request: Request) {
        const show = publicView(record)
        const site = siteOf(request)
        // Subscribers have got the message that it was removed.
        const news =
          show && show.status !== 'cancelled'
            ? [pendingNews({ ...show, status: 'cancelled' }, site)]
            : []
        const stored = await repository.retryWhileSlugIsTaken(async () => {
          const slugs = await repository.slugsAfterRestore(record)
          const returning: ShowRecord = { ...record, news, slugs, updatedAt: new Date() }
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
        const removedShowOf = ({ _id, slugs }: ShowRecord) => ({
          _id,
          slugs: publicSlugs(slugs),
          news: [],
        })
        await removed.add(...shows.demo.items().map(removedShowOf))
        await shows.demo.remove()
      },
    },
  }
}

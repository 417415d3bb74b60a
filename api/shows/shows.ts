import { type Db, ObjectId } from 'mongodb'
import {
  type AdminShow,
  type Show,
  type ShowBody,
  type ShowsResponse,
  showOperations,
} from '../contract/shows'
import { versionTag } from '../http/if-match'
import { createJsonResponseCache } from '../http/json-response-cache'
import type { PublicResponses } from '../http/public-responses'
import type { RequestContext } from '../http/request-context'
import { type Authorise, implement, reply } from '../http/route'
import { createCachedCollection } from '../mongo/cached-collection'
import type { ChangeWatch } from '../mongo/change-watch'
import type { Receipts } from '../mongo/receipts'
import type { Logger } from '../process/log'
import { createShowFeeds, type FeedBand } from './show-feeds'
import {
  compareShows,
  openShowRepository,
  type ShowRecord,
  toAdminShow,
  toShow,
} from './shows.repository'

interface Dependencies {
  db: Db
  changes: ChangeWatch
  receipts: Receipts
  authorise: Authorise
  responses: PublicResponses
  band: FeedBand
  /** The current day in the band's time zone, as YYYY-MM-DD. */
  today: () => string
  log: Logger
}

/** The band's shows: API operations, calendars and feed. */
export async function createShows(dependencies: Dependencies) {
  const { db, changes, receipts, authorise, responses, band, today, log } = dependencies
  const repository = await openShowRepository(db)
  const shows = await createCachedCollection({
    read: repository.list,
    compare: compareShows,
    changes,
    onError: (err) => log.error({ err }, 'the shows could not be read again'),
  })
  const view = (): Show[] => shows.items().map(toShow)
  const respondWithList = createJsonResponseCache<ShowsResponse>({
    version: shows.version,
    body: () => ({ shows: view() }),
    responses,
  })
  const feeds = createShowFeeds({ shows, responses, band, today })

  const write = (work: () => Promise<ShowRecord>): Promise<{ show: AdminShow }> =>
    shows.write(async ({ put }) => {
      const written = await work()
      put(written)
      return { show: toAdminShow(written) }
    })

  const routes = implement(
    showOperations,
    {
      shows: ({ context }) => respondWithList(context.request),
      adminShows: () => reply(200, { shows: shows.items().map(toAdminShow) }),
      async addShow({ body: content, idempotencyKey: key }) {
        const body = await receipts.once({ scope: 'shows', key, content }, () =>
          write(() => repository.add(content, key)),
        )
        return reply(201, body, { etag: versionTag(body.show.version) })
      },
      async changeShow({ body: content, parameters, versions }) {
        const id = new ObjectId(parameters.id)
        const body = await write(() => repository.change(id, content, versions))
        return reply(200, body, { etag: versionTag(body.show.version) })
      },
      async deleteShow({ parameters }) {
        const id = new ObjectId(parameters.id)
        await shows.write(async ({ remove }) => {
          await repository.remove(id)
          remove(id)
        })
        return reply(204)
      },
      ...feeds.handlers,
    },
    authorise,
  )

  return {
    routes,
    cached: (context: RequestContext) =>
      context.path === showOperations.shows.path
        ? respondWithList(context.request)
        : feeds.cached(context),
    view,
    version: shows.version,
    /** For each show, when it was added or last changed. */
    changedAt: () => shows.items().map(({ updatedAt }) => updatedAt),
    add: (body: ShowBody) => write(() => repository.add(body)),
    stop: shows.stop,
  }
}

import { type Db, ObjectId } from 'mongodb'
import {
  type AdminShow,
  type Show,
  type ShowBody,
  type ShowsResponse,
  showOperations,
} from '../contract/shows'
import { pages, showPath, tonightPath } from '../contract/site-map'
import { versionTag } from '../http/if-match'
import { createJsonResponseCache } from '../http/json-response-cache'
import type { PublicResponses } from '../http/public-responses'
import type { RequestContext } from '../http/request-context'
import { type Authorise, implement, type Route, reply } from '../http/route'
import { createCachedCollection } from '../mongo/cached-collection'
import type { ChangeWatch } from '../mongo/change-watch'
import type { Receipts } from '../mongo/receipts'
import type { Logger } from '../process/log'
import { openRemovedShows } from './removed-shows'
import { createShowAddresses } from './show-addresses'
import type { CardBand } from './show-card'
import { createShowFeeds, type FeedBand } from './show-feeds'
import { createShowPictures } from './show-pictures'
import {
  compareShows,
  isPublic,
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
  band: FeedBand & CardBand
  /** The current day in the band's time zone, as YYYY-MM-DD. */
  today: () => string
  log: Logger
}

/** The band's shows: API operations, calendars, feed, and the addresses of their pages. Drafts and private shows are in
 * the administrator's list only. */
export async function createShows(dependencies: Dependencies) {
  const { db, changes, receipts, authorise, responses, band, today, log } = dependencies
  const onError = (err: unknown) => log.error({ err }, 'the shows could not be read again')
  const repository = await openShowRepository(db)
  const shows = await createCachedCollection({
    read: repository.list,
    compare: compareShows,
    changes,
    onError,
  })
  const removed = await openRemovedShows({ db, changes, onError })
  const publicItems = () => shows.items().filter(isPublic)
  const view = (): Show[] => publicItems().map(toShow)
  const respondWithList = createJsonResponseCache<ShowsResponse>({
    version: shows.version,
    body: () => ({ shows: view() }),
    responses,
  })
  const { version } = shows
  const feeds = createShowFeeds({ items: publicItems, version, responses, band, today })
  const pictures = createShowPictures({
    find(id) {
      const show = shows.find(id.toLowerCase())
      return show && isPublic(show) ? toShow(show) : undefined
    },
    ...{ version, responses, band },
  })
  const address = createShowAddresses({ shows, wasRemoved: removed.has })

  const write = (work: () => Promise<ShowRecord>): Promise<{ show: AdminShow }> =>
    shows.write(async ({ put }) => {
      const written = await work()
      put(written)
      return { show: toAdminShow(written) }
    })

  /** Draws the card of a show that somebody may share now. */
  function announce({ visibility, version: _, ...show }: AdminShow) {
    if (visibility === undefined) pictures.prepare(show)
  }

  const routes = implement(
    showOperations,
    {
      shows: ({ context }) => respondWithList(context.request),
      adminShows: () => reply(200, { shows: shows.items().map(toAdminShow) }),
      async addShow({ body: content, idempotencyKey: key }) {
        const body = await receipts.once({ scope: 'shows', key, content }, () =>
          write(() => repository.add(content, key)),
        )
        announce(body.show)
        return reply(201, body, { etag: versionTag(body.show.version) })
      },
      async changeShow({ body: content, parameters, versions }) {
        const id = new ObjectId(parameters.id)
        const body = await write(async () => (await repository.change(id, content, versions)).after)
        announce(body.show)
        return reply(200, body, { etag: versionTag(body.show.version) })
      },
      async deleteShow({ parameters }) {
        const id = new ObjectId(parameters.id)
        const known = shows.find(parameters.id.toLowerCase())
        if (known && isPublic(known)) await removed.add(id, known.slugs ?? [])
        await shows.write(async ({ remove }) => {
          await repository.remove(id)
          remove(id)
        })
        return reply(204)
      },
      ...feeds.handlers,
      ...pictures.handlers,
    },
    authorise,
  )

  /** Redirects to today's show; one that is cancelled only if there is no other. */
  const tonight: Route = {
    method: 'GET',
    path: tonightPath,
    respond() {
      const ofToday = view().filter(({ date }) => date === today())
      const show = ofToday.find(({ status }) => status !== 'cancelled') ?? ofToday[0]
      const location = show ? showPath(show.slug) : pages.shows.path
      return new Response(null, {
        status: 302,
        headers: { location, 'cache-control': 'no-store' },
      })
    },
  }

  return {
    routes: [...routes, tonight],
    cached: (context: RequestContext) =>
      context.path === showOperations.shows.path
        ? respondWithList(context.request)
        : feeds.cached(context),
    view,
    /** Changes whenever a show or the address of a deleted one does. */
    version: () => version() + removed.version(),
    /** For each public show, when it was added or last changed. */
    changedAt: () => publicItems().map(({ updatedAt }) => updatedAt),
    address,
    /** The paths of all posters. */
    pictures: () => shows.items().flatMap(({ poster }) => poster?.src ?? []),
    add: (body: ShowBody) => write(() => repository.add(body)),
    stop() {
      shows.stop()
      removed.stop()
    },
  }
}

import { type Db, ObjectId } from 'mongodb'
import { showOfDay } from '../contract/show-dates'
import {
  type AdminShow,
  type PublicShowChange,
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
import { publicSlugs } from './show-slug'
import {
  compareShows,
  isPublic,
  openShowRepository,
  type ShowChange,
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
  /** Called after each write of a show that is or was public, with its public view before and after it. */
  onChange: (change: PublicShowChange) => Promise<void>
  log: Logger
}

/** The band's shows: API operations, calendars, feed, and the addresses of their pages. Drafts and private shows are in
 * the administrator's list only. */
export async function createShows(dependencies: Dependencies) {
  const { db, changes, receipts, authorise, responses, band, today, onChange, log } = dependencies
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
  const publicView = (record: ShowRecord | undefined) =>
    record && isPublic(record) ? toShow(record) : undefined
  const find = (id: string) => publicView(shows.find(id.toLowerCase()))
  const pictures = createShowPictures({ find, version, responses, band })
  const address = createShowAddresses({ shows, wasRemoved: removed.has })

  const write = (work: () => Promise<ShowRecord>): Promise<{ show: AdminShow }> =>
    shows.write(async ({ put }) => {
      const written = await work()
      put(written)
      return { show: toAdminShow(written) }
    })

  /** Draws the card of a show in advance and announces the write, which is already stored; a failure is only logged. */
  async function announce(
    request: Request,
    before: ShowRecord | undefined,
    after: ShowRecord | undefined,
  ) {
    const change = { before: publicView(before), after: publicView(after) }
    if (change.after) pictures.prepare(change.after)
    if (!change.before && !change.after) return
    await onChange({ ...change, site: responses.siteOf(request) }).catch((err: unknown) =>
      log.error({ err }, 'a change of a show could not be announced'),
    )
  }

  const routes = implement(
    showOperations,
    {
      shows: ({ context }) => respondWithList(context.request),
      adminShows: () => reply(200, { shows: shows.items().map(toAdminShow) }),
      async addShow({ request, body: content, idempotencyKey: key }) {
        const body = await receipts.once({ scope: 'shows', key, content }, async () => {
          const { isFirst, record } = await repository.add(content, key)
          const added = await write(async () => record)
          if (isFirst) await announce(request, undefined, record)
          return added
        })
        return reply(201, body, { etag: versionTag(body.show.version) })
      },
      async changeShow({ request, body: content, parameters, versions }) {
        const id = new ObjectId(parameters.id)
        let change: ShowChange | undefined
        const body = await write(async () => {
          change = await repository.change(id, content, versions)
          return change.after
        })
        await announce(request, change?.before, change?.after)
        return reply(200, body, { etag: versionTag(body.show.version) })
      },
      async deleteShow({ request, parameters }) {
        const id = new ObjectId(parameters.id)
        const known = publicSlugs(shows.find(parameters.id.toLowerCase())?.slugs)
        let removedShow: ShowRecord | undefined
        if (known.length > 0) await removed.add(id, known)
        await shows.write(async ({ remove }) => {
          removedShow = await repository.remove(id)
          remove(id)
        })
        await announce(request, removedShow, undefined)
        return reply(204)
      },
      ...feeds.handlers,
      ...pictures.handlers,
    },
    authorise,
  )

  /** Redirects to today's show, or to the list if there is none. */
  const tonight: Route = {
    method: 'GET',
    path: tonightPath,
    respond() {
      const show = showOfDay(view(), today())
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
    /** A public show by its id. */
    find,
    /** Rises with each write of a show and each deletion. */
    version: () => version() + removed.version(),
    /** For each public show, when it was added or last changed. */
    changedAt: () => publicItems().map(({ updatedAt }) => updatedAt),
    address,
    /** The paths of all posters. */
    pictures: () => shows.items().flatMap(({ poster }) => poster?.src ?? []),
    add: (body: ShowBody) => write(async () => (await repository.add(body)).record),
    stop() {
      shows.stop()
      removed.stop()
    },
  }
}

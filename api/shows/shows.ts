import type { ObjectId } from 'mongodb'
import {
  type AdminShow,
  type Show,
  type ShowBody,
  type ShowResponse,
  showOperations,
} from '../contract/shows'
import type { Drawings } from '../drawing/drawings'
import type { PublicResponses } from '../http/public-responses'
import type { ResponseMemory } from '../http/response-memory'
import { type Authorise, implement, type Route, reply } from '../http/route'
import type { ImportedRecord } from '../mongo/bulk-records'
import { openRecords, type RecordServices } from '../mongo/records'
import type { Logger } from '../process/log'
import { showOfDay } from '../shared/show-dates'
import { pages, showPath, tonightPath } from '../shared/site-map'
import { openRemovedShows } from './removed-shows'
import { createShowAddresses } from './show-addresses'
import type { CardBand } from './show-card'
import { createShowFeeds, type FeedBand } from './show-feeds'
import { createShowNews } from './show-news'
import { createShowPictures } from './show-pictures'
import {
  compareShows,
  completeShow,
  isPublic,
  publicView,
  type ShowRecord,
  toAdminShow,
  toShow,
} from './show-record'
import { createShowWrites } from './show-writes'
import { createShowRepository, showIndexes } from './shows.repository'

interface Dependencies extends RecordServices {
  authorise: Authorise
  memory: ResponseMemory
  responses: PublicResponses
  band: () => FeedBand & CardBand
  drawings: Drawings
  /** The current day in the band's time zone, as YYYY-MM-DD. */
  today: () => string
  log: Logger
}

/** The band's shows: API operations, calendars, feed, and the addresses of their pages. Drafts and private shows are in
 * the administrator's list only. */
export async function createShows(dependencies: Dependencies) {
  const { db, collections, authorise, memory, responses, band, drawings, today, log } = dependencies
  const shows = await openRecords<ShowRecord, ShowResponse>({
    ...dependencies,
    name: 'shows',
    indexes: showIndexes,
    compare: compareShows,
    complete: completeShow,
    toBody: (record) => ({ show: toAdminShow(record) }),
    publicView,
  })
  const repository = createShowRepository(shows.collection)
  const removed = await openRemovedShows(db, collections)
  const publicItems = () => shows.items().filter(isPublic)
  const view = (): Show[] => publicItems().map(toShow)
  const feeds = createShowFeeds({ items: publicItems, responses, band, today })
  const find = (id: string) => publicView(shows.find(id.toLowerCase()))
  const pictures = createShowPictures({ find, responses, band, drawings })
  const address = createShowAddresses({ shows, wasRemoved: removed.has })

  const news = createShowNews({
    shows: shows.items,
    // News of a deletion is true only when the show is gone.
    removed: () => removed.items().filter(({ _id }) => !shows.find(_id.toHexString())),
    find,
    clear: (_id, news) => shows.put(() => repository.clearNews(_id, news)),
    clearRemoved: removed.clearNews,
    log,
  })

  const writes = createShowWrites({ shows, repository, removed, news, pictures, responses })

  const routes = implement(
    showOperations,
    {
      shows: () => reply(200, { shows: view() }),
      adminShows: () =>
        reply(200, { shows: shows.items().map(toAdminShow), lastChanges: shows.lastChanges() }),
      ...writes.handlers,
      ...feeds,
      ...pictures.handlers,
    },
    { authorise, memory },
  )

  return {
    routes: [...routes, tonightRoute(view, today)],
    view,
    /** The shows of every visibility between two days (YYYY-MM-DD), as they are stored. */
    between: (from: string, to: string) =>
      shows.collection.find({ date: { $gte: from, $lte: to } }).toArray(),
    /** The ids of these that belong to stored shows. */
    stored: (ids: readonly ObjectId[]): Promise<ObjectId[]> =>
      shows.collection.distinct('_id', { _id: { $in: ids } }),
    adminView: () => shows.items().map(toAdminShow),
    /** Adds shows without a message to subscribers, because nobody waits for a message about each of thirty. */
    addAll: (rows: readonly ImportedRecord<ShowBody>[]) =>
      shows.addAll(rows, ({ body, ...more }) => shows.put(() => repository.add(body, more))),
    idsByKey: shows.idsByKey,
    /** The ids of deleted shows, under which calendars may still have them. */
    formerIds: () => removed.items().map(({ _id }) => _id),
    /** Stores a show once for each key. */
    async addOnce(body: ShowBody, key: string, request: Request): Promise<AdminShow> {
      return toAdminShow(await writes.add(body, key, request))
    },
    removeUntouched: writes.removeUntouched,
    onChange: news.onChange,
    /** A public show by its id. */
    find,
    /** For each public show, when it was added or last changed. */
    changedAt: () => publicItems().map(({ updatedAt }) => updatedAt),
    address,
    /** The paths of all posters. */
    pictures: () => shows.items().flatMap(({ poster }) => poster?.src ?? []),
    binKind: writes.binKind,
    addDemo: (body: ShowBody) => shows.put(() => repository.add(body, { isDemo: true })),
    demo: writes.demo,
    stop: news.stop,
  }
}

/** Redirects to today's show, or to the list if there is none. Other spellings redirect to the canonical one. */
const tonightRoute = (view: () => readonly Show[], today: () => string): Route => ({
  method: 'GET',
  path: tonightPath,
  respond({ path }) {
    if (path !== tonightPath)
      return new Response(null, { status: 308, headers: { location: tonightPath } })
    const show = showOfDay(view(), today())
    const location = show ? showPath(show.slug) : pages.shows.path
    return new Response(null, { status: 302, headers: { location, 'cache-control': 'no-store' } })
  },
})

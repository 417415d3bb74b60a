import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from 'mongodb'
import type { Track } from '../contract/music'
import type { RenderPage } from '../contract/page'
import type { Show } from '../contract/shows'
import type { Site } from '../contract/site'
import type { Song } from '../contract/songs'
import type { Drawings } from '../drawing/drawings'
import { notFound } from '../http/problem'
import type { PublicResponses } from '../http/public-responses'
import type { RequestContext } from '../http/request-context'
import type { ResponseMemory } from '../http/response-memory'
import type { Route } from '../http/route'
import type { Logger } from '../process/log'
import { canonicalPath } from '../shared/admin-map'
import { isAdminPath, mayBePage, prefixes, showPath, showSlugOf } from '../shared/site-map'
import { openAssets } from './assets'
import { framesOf } from './content-security-policy'
import { drawnFileRoutes } from './drawn-files'
import { createPageRenderer, unknownPath } from './page-renderer'
import { pressPicturesRoute } from './press-pictures'
import { loadRenderer } from './renderer'
import { shareBuild } from './shared-builds'
import { siteTextRoutes } from './site-texts'

interface Dependencies {
  /** The folder of the web part's build; undefined in development, where another server renders the pages. */
  build: string | undefined
  /** The database that instances of other builds may share; undefined if there are none. */
  sharedDb: Db | undefined
  shows: PublicList<Show> & {
    /** The state of the URL of a show's page. */
    address(slug: string): ShowAddress
  }
  music: PublicList<Track>
  songs: PublicList<Song>
  responses: PublicResponses
  memory: ResponseMemory
  /** The band's words, pictures and colours. */
  band: () => Site
  words: { changedAt: () => readonly Date[] }
  drawings: Drawings
  /** Reads an uploaded picture by its address. */
  pictures: { read: (src: string) => Promise<Uint8Array | undefined> }
  /** Opens a file of the pages by its address. */
  siteFiles: { open: (src: string) => Promise<AsyncIterable<Uint8Array> | undefined> }
  /** Whether a request comes from a network that may use the back office. */
  isAllowed: (context: RequestContext) => boolean
  /** The API's address for pages: an origin, or a port of the page's own host. */
  api: { apiHost: string | undefined; port: number }
  log: Logger
}

/** A list that pages show. */
interface PublicList<Item> {
  view(): Item[]
  changedAt(): readonly Date[]
}

/** The state of the URL of a show's page; a former URL redirects to the current one. */
type ShowAddress = { kind: 'current' | 'removed' | 'unknown' } | { kind: 'former'; slug: string }

/** The addresses of the pictures that a new site starts with. */
const demoPicture = new RegExp(`^${prefixes.demo}/[\\w-]+\\.jpg$`)

const noPages: RenderPage = () => Promise.resolve(new Response(null, { status: 404 }))

export type Pages = Awaited<ReturnType<typeof createPages>>

/** Serves the pages, texts such as the sitemap, and the files of the web build. */
export async function createPages(dependencies: Dependencies) {
  const { build, sharedDb, responses, memory, band, api, log } = dependencies
  const { shows, music, songs, words, pictures } = dependencies
  const builds =
    build !== undefined && sharedDb
      ? await shareBuild(sharedDb, join(build, 'client'), log)
      : undefined
  const assets = openAssets(build && join(build, 'client'))
  const renderer = createPageRenderer({
    responses,
    memory,
    log,
    api,
    frames: () => framesOf(band().videos ?? []),
    renderPage: build === undefined ? noPages : await loadRenderer(build),
    data: {
      site: () => Promise.resolve(band()),
      shows: () => Promise.resolve(shows.view()),
      music: () => Promise.resolve(music.view()),
      songs: () => Promise.resolve(songs.view()),
    },
  })

  async function respond(context: RequestContext): Promise<Response> {
    const { request, path } = context
    const asset = assets.respond(context)
    if (asset) {
      const { response, inline } = asset
      if (inline) response.headers.set('content-security-policy', renderer.policy(inline, request))
      return response
    }
    const isAsset = path.startsWith(`${prefixes.assets}/`)
    const ofOtherBuild = isAsset ? await builds?.respond(context) : undefined
    if (ofOtherBuild) return ofOtherBuild
    if (!mayBePage(path)) throw notFound()
    return respondWithPage(context)
  }

  /** Responds with a page, or redirects to its canonical or current address. */
  function respondWithPage(context: RequestContext): Response | Promise<Response> {
    const { request, path } = context
    const { search } = new URL(request.url)
    const canonical = canonicalPath(path)
    if (canonical === undefined) return renderer.renderMissing(context, 404)
    if (canonical !== path) return redirect(308, canonical + search)
    if (isAdminPath(path) && !dependencies.isAllowed(context))
      return renderer.renderMissing({ request, path: unknownPath }, 403)
    const slug = showSlugOf(path)
    if (slug === undefined) return renderer.respond(context)
    const address = shows.address(slug)
    if (address.kind === 'former') return redirect(301, showPath(address.slug) + search)
    if (address.kind === 'current') return renderer.respond(context)
    return renderer.renderMissing(context, address.kind === 'removed' ? 410 : 404)
  }

  /** Reads a picture of the site, uploaded or of the build. */
  const readPicture = async (src: string) =>
    build !== undefined && demoPicture.test(src)
      ? readFile(join(build, 'client', src)).catch(() => undefined)
      : pictures.read(src)

  const changedAt = () => ({
    shows: shows.changedAt(),
    music: music.changedAt(),
    songs: songs.changedAt(),
    site: words.changedAt(),
  })
  const routes: Route[] = [
    ...siteTextRoutes({ memory, responses, band, changedAt, shows: shows.view }),
    ...drawnFileRoutes({ ...dependencies, readPicture }),
    pressPicturesRoute({ ...dependencies, readPicture }),
    { method: 'GET', path: '/*', respond },
  ]

  const { renderBooking, hasFailed } = renderer
  return { routes, renderBooking, hasFailed, stop: () => builds?.stop() }
}

/** A permanent redirect (RFC 9110, 15.4.2 and 15.4.9). A former URL of a show can become
 * current again, so caches revalidate that redirect. */
const redirect = (status: 301 | 308, location: string) =>
  new Response(null, {
    status,
    headers: { location, 'cache-control': status === 308 ? 'public, max-age=3600' : 'no-cache' },
  })
